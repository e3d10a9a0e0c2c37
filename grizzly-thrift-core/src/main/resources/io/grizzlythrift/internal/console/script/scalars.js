// Widgets of types that contain no other type: one control each.

const BITS = { i8: 8n, i16: 16n, i32: 32n, i64: 64n };
const DOUBLE = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NOT_FINITE = ["NaN", "Infinity", "-Infinity"];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Creates the widget of a base type or an enum. */
function scalarWidget(type, catalogue, name) {
  if (type.kind === "enum") {
    return enumWidget(catalogue.enums.get(type.name), name);
  }
  switch (type.kind) {
    case "bool":
      return choiceWidget(name, ["false", "true"], text => text === "true", value => String(value));
    case "string":
      return textWidget(name, text => text, value => value, { rows: 1 });
    case "binary":
      return textWidget(name, readBinary, value => value, { rows: 1, placeholder: "base64" });
    case "uuid":
      return lineWidget(name, readUuid, value => value, { placeholder: "00000000-0000-0000-0000-000000000000" });
    case "double":
      return lineWidget(name, readDouble, numberText, { inputmode: "decimal", value: "0" });
    default:
      return lineWidget(name, text => readInteger(text, BITS[type.kind]), numberText, { inputmode: "numeric", value: "0" });
  }
}

/** A control whose text is a value: read throws an Error with what is expected. */
function controlWidget(control, name, read, write) {
  return {
    element: control,
    read() {
      try {
        return read(control.value);
      } catch (e) {
        throw new Invalid(`${name}: ${e.message}`, control);
      }
    },
    write(value) {
      const text = typeof value === "object" && !(value instanceof Num) ? undefined : write(value);
      if (typeof text !== "string") {
        throw new Invalid(`${name}: the value has another type`, control);
      }
      control.value = text;
    },
    focus() {
      control.focus();
      control.select?.();
    },
  };
}

function lineWidget(name, read, write, attributes) {
  const control = el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes });
  return controlWidget(control, name, text => read(text.trim()), write);
}

function textWidget(name, read, write, attributes) {
  return controlWidget(el("textarea", { spellcheck: "false", ...attributes }), name, read, write);
}

function choiceWidget(name, choices, read, write) {
  const control = el("select", {}, choices.map(choice => el("option", { value: choice }, choice)));
  return controlWidget(control, name, read, write);
}

/** Members by name; a number that has no name is an entry of its own. */
function enumWidget(description, name) {
  const options = description.members.map(member =>
    el("option", { value: member.name, title: member.doc }, `${member.name} = ${member.value}`));
  const control = el("select", {}, options);
  return controlWidget(control, name, text => (/^-?\d+$/.test(text) ? new Num(text) : text), value => {
    const text = numberText(value);
    const member = description.members.find(each => String(each.value) === text);
    if (!member && !options.some(option => option.value === text)) {
      control.append(el("option", { value: text }, text));
    }
    return member ? member.name : text;
  });
}

const numberText = value => (value instanceof Num ? value.text : value);

function readInteger(text, bits) {
  if (!/^[+-]?\d{1,20}$/.test(text)) {
    throw new Error("an integer is expected");
  }
  const value = BigInt(text.replace(/^\+/, ""));
  const limit = 1n << (bits - 1n);
  if (value < -limit || value >= limit) {
    throw new Error(`must be ${-limit} to ${limit - 1n}`);
  }
  return new Num(String(value));
}

function readDouble(text) {
  if (NOT_FINITE.includes(text)) {
    return text;
  }
  if (!DOUBLE.test(text)) {
    throw new Error(`a number, or one of ${NOT_FINITE.join(", ")}, is expected`);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new Error("the number is too large for a double");
  }
  return new Num(Object.is(value, -0) ? "-0.0" : String(value));
}

function readUuid(text) {
  if (!UUID.test(text)) {
    throw new Error("a UUID is expected");
  }
  return text;
}

function readBinary(text) {
  const packed = text.replace(/\s/g, "");
  if (!BASE64.test(packed)) {
    throw new Error("base64 is expected");
  }
  return packed;
}
