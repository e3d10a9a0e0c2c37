// Builds the elements of the pages. Text from the server becomes text nodes and nothing else, so it cannot become markup.

/**
 * Creates an element.
 *
 * @param name the tag, with classes behind dots: "span.quiet"
 * @param attributes by name; functions are listeners, true is an attribute without a value, false and null leave it out
 * @param children elements, or values that are shown as text; null leaves one out
 */
function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElement(tag), classes, attributes, children);
}

/** As el, for drawings. */
function svg(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), classes, attributes, children);
}

function fill(element, classes, attributes, children) {
  if (classes.length > 0) {
    element.setAttribute("class", classes.join(" "));
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key, value);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** Replaces what an element contains. */
function show(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/** Sets a text, if it differs: a change costs a layout. */
function setText(element, text) {
  const next = String(text);
  if (element.textContent !== next) {
    element.textContent = next;
  }
}

let ids = 0;

/** Returns an id that no other element has. */
function newId() {
  return "e" + ++ids;
}

/** Creates a button that does not submit. */
function button(label, action, attributes = {}) {
  return el("button", { type: "button", click: action, ...attributes }, label);
}

/** Creates a button that copies a text and says so. */
function copyButton(label, text) {
  const made = button(label, async () => {
    await copy(text());
    made.textContent = "Copied";
    setTimeout(() => { made.textContent = label; }, 1500);
  }, { "aria-live": "polite" });
  return made;
}

async function copy(text) {
  if (navigator.clipboard) { // only over HTTPS and on this machine
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = el("textarea", { readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** Shows documentation as it is in the IDL, with its paragraphs. */
function documentation(text) {
  return text ? el("p.doc", {}, text.trim()) : null;
}
