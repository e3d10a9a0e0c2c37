// Widgets of lists, sets and maps; see form.js for what a widget is.

/** What lists, sets and maps share: items that are added and removed. */
class ItemsWidget {
  constructor(name, makeItem) {
    this.name = name;
    this.makeItem = makeItem;
    this.items = [];
    this.list = el("ol.items");
    this.adder = button("Add", () => this.add().focus(), { "aria-label": `Add to ${name}` });
    this.element = el("div.list", {}, this.list, this.adder);
  }

  add() {
    const item = this.makeItem(this.name);
    const remover = button("Remove", () => {
      this.items.splice(this.items.indexOf(item), 1);
      row.remove();
      this.adder.focus();
    }, { "aria-label": `Remove from ${this.name}` });
    const row = el("li", {}, el("div.slot", {}, item.element), remover);
    this.items.push(item);
    this.list.append(row);
    return item;
  }

  clear() {
    this.items = [];
    show(this.list);
  }

  focus() {
    this.adder.focus();
  }
}

/** A list or a set. */
class ListWidget extends ItemsWidget {
  constructor(type, catalogue, name, depth) {
    super(name, itemName => labelled(widget(type.element, catalogue, itemName, depth + 1), `element of ${name}`));
  }

  read() {
    return this.items.map(item => item.read());
  }

  write(value) {
    if (!Array.isArray(value)) {
      throw new Invalid(`${this.name} is a list`, this.adder);
    }
    this.clear();
    value.forEach(each => this.add().write(each));
  }
}

/** A map: an object if its keys are texts, otherwise pairs. */
class MapWidget extends ItemsWidget {
  constructor(type, catalogue, name, depth) {
    super(name, () => new EntryWidget(type, catalogue, name, depth));
    this.keysAreTexts = type.key.kind === "string";
  }

  read() {
    const entries = this.items.map(item => item.read());
    if (!this.keysAreTexts) {
      return entries;
    }
    const map = new Map(entries);
    if (map.size < entries.length) {
      throw new Invalid(`a key of ${this.name} occurs twice`, this.adder);
    }
    return map;
  }

  write(value) {
    if (this.keysAreTexts ? !(value instanceof Map) : !Array.isArray(value)) {
      throw new Invalid(`${this.name} is ${this.keysAreTexts ? "an object" : "a list of pairs"}`, this.adder);
    }
    this.clear();
    [...value].forEach(each => this.add().write(each));
  }
}

class EntryWidget {
  constructor(type, catalogue, name, depth) {
    this.name = name;
    this.key = labelled(widget(type.key, catalogue, name, depth + 1), `key of ${name}`);
    this.value = labelled(widget(type.value, catalogue, name, depth + 1), `value of ${name}`);
    this.element = el("div.entry", {}, this.key.element, el("span", { "aria-hidden": "true" }, "→"), this.value.element);
  }

  read() {
    return [this.key.read(), this.value.read()];
  }

  write(pair) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new Invalid(`${this.name} has pairs of a key and a value`, null);
    }
    this.key.write(pair[0]);
    this.value.write(pair[1]);
  }

  focus() {
    this.key.focus();
  }
}

function labelled(made, label) {
  if (made.element.matches("input, select, textarea")) {
    made.element.setAttribute("aria-label", label);
  }
  return made;
}
