// JSON whose numbers keep all their digits: JavaScript's own parser rounds an i64.

/** A number, as it was written. */
class Num {
  constructor(text) {
    this.text = text;
  }
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const MAX_DEPTH = 200;

/** Parses a text into null, true, false, strings, Num, arrays and Maps. Throws an Error with the place of a mistake. */
function parse(text) {
  let at = 0;

  function match(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) {
      at = pattern.lastIndex;
    }
    return found ? found[0] : null;
  }

  function fail(expected) {
    const before = text.slice(0, at).split("\n");
    throw new Error(`line ${before.length}, column ${before[before.length - 1].length + 1}: ${expected} expected`);
  }

  function take(character) {
    match(SPACE);
    if (text[at] !== character) {
      return false;
    }
    at++;
    return true;
  }

  function string() {
    match(SPACE);
    const found = match(STRING);
    return found === null ? fail("a text in double quotes") : JSON.parse(found);
  }

  function value(depth) {
    if (depth > MAX_DEPTH) {
      fail("a less deep value");
    }
    if (take("{")) {
      const map = new Map();
      if (take("}")) {
        return map;
      }
      do {
        const key = string();
        if (!take(":")) {
          fail("':'");
        }
        map.set(key, value(depth + 1));
      } while (take(","));
      return take("}") ? map : fail("',' or '}'");
    }
    if (take("[")) {
      const list = [];
      if (take("]")) {
        return list;
      }
      do {
        list.push(value(depth + 1));
      } while (take(","));
      return take("]") ? list : fail("',' or ']'");
    }
    if (text[at] === '"') {
      return string();
    }
    const word = match(WORD);
    if (word !== null) {
      return JSON.parse(word);
    }
    const number = match(NUMBER);
    return number === null ? fail("a value") : new Num(number);
  }

  const result = value(0);
  match(SPACE);
  if (at < text.length) {
    fail("the end");
  }
  return result;
}

/** Characters that are not seen, or change how those next to them are seen. */
const HIDDEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Writes a text in double quotes, without hidden characters. */
function quote(text) {
  return JSON.stringify(text).replace(HIDDEN, c => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Writes a value in one line. */
function write(value) {
  if (value instanceof Num) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return "[" + value.map(write).join(",") + "]";
  }
  if (value instanceof Map) {
    return "{" + [...value].map(([key, each]) => quote(key) + ":" + write(each)).join(",") + "}";
  }
  return typeof value === "string" ? quote(value) : String(value);
}

/** Writes a value with a line for each member. */
function pretty(value, indent = "") {
  const inner = indent + "  ";
  if (Array.isArray(value) && value.length > 0) {
    return "[\n" + value.map(each => inner + pretty(each, inner)).join(",\n") + "\n" + indent + "]";
  }
  if (value instanceof Map && value.size > 0) {
    const members = [...value].map(([key, each]) => inner + quote(key) + ": " + pretty(each, inner));
    return "{\n" + members.join(",\n") + "\n" + indent + "}";
  }
  return write(value);
}
