// Shows what came back from a call.

/** Longer texts are shown as they came, and only their beginning. */
const MAX_SHOWN = 500_000;

/** Creates the view of a response: what it is, how long it took, and its contents. */
function replyView(response, text, millis, method) {
  const outcome = outcomeOf(response, text, method);
  const time = millis < 10 ? millis.toFixed(1) : Math.round(millis).toLocaleString("en");
  return [
    el("p.status" + (outcome.good ? "" : ".bad"), {}, outcome.title, " ", el("span.quiet", {}, `after ${time} ms`)),
    outcome.lead ? el("p", {}, outcome.lead) : null,
    outcome.shown === "" ? null : el("pre", { tabindex: "0", "aria-label": "Contents of the reply" }, el("code", {}, cut(outcome.shown))),
    outcome.shown === "" ? null : copyButton("Copy the reply", () => outcome.shown),
  ];
}

function cut(text) {
  return text.length <= MAX_SHOWN ? text : text.slice(0, MAX_SHOWN) + `\n… ${text.length - MAX_SHOWN} more characters`;
}

function outcomeOf(response, text, method) {
  let json;
  try {
    json = text.length <= MAX_SHOWN ? parse(text) : undefined;
  } catch { // plain text
  }
  const shown = json === undefined ? text.trim() : pretty(json);
  if (response.ok) {
    return method.oneway || json === null
      ? { good: true, title: method.oneway ? "Sent; a oneway call has no reply" : "Returned nothing", shown: "" }
      : { good: true, title: "Returned", shown };
  }
  const thrown = member(json, "exception");
  if (thrown) { // one that the method declares
    return { good: false, title: `Threw ${thrown.get("type")}`, shown: pretty(thrown.get("value")) };
  }
  const error = member(json, "error");
  return error
    ? { good: false, title: `Failed: ${words(error.get("type"))}`, lead: error.get("message"), shown: "" }
    : { good: false, title: `Failed with status ${response.status}`, shown };
}

const member = (json, name) => (json instanceof Map && json.get(name) instanceof Map ? json.get(name) : null);
