// Forms made from types. A widget edits one value:
//   element   what is shown
//   read()    the value as JSON (see json.js); throws Invalid
//   write(v)  shows a value; throws Invalid if it does not have the type
//   focus()   moves the focus to its first control
// Structs are opened when somebody sets them, because types may contain themselves.

/** Structs in structs that open by themselves; deeper ones wait until somebody opens them. */
const MAX_OPEN_DEPTH = 3;

/** Creates the widget of a type. The value is always set. */
function widget(type, catalogue, name, depth = 0) {
  switch (type.kind) {
    case "struct": {
      const struct = catalogue.structs.get(type.name);
      return struct.kind === "union"
        ? new UnionWidget(struct, catalogue, name, depth)
        : new StructWidget(struct, catalogue, name, depth);
    }
    case "list":
    case "set":
      return new ListWidget(type, catalogue, name, depth);
    case "map":
      return new MapWidget(type, catalogue, name, depth);
    default:
      return scalarWidget(type, catalogue, name);
  }
}

/** Returns the name of a type, as in the IDL. */
function typeName(type) {
  if (type.typedef) {
    return type.typedef;
  }
  switch (type.kind) {
    case "list":
    case "set":
      return `${type.kind}<${typeName(type.element)}>`;
    case "map":
      return `map<${typeName(type.key)}, ${typeName(type.value)}>`;
    default:
      return type.name;
  }
}

const isCompound = type => ["struct", "list", "set", "map"].includes(type.kind);

/** The fields of a struct, or the arguments of a method. */
class StructWidget {
  constructor(struct, catalogue, name, depth, argumentsOfMethod = false) {
    this.struct = struct;
    this.fields = struct.fields.map(field => new FieldWidget(field, catalogue, depth, argumentsOfMethod));
    const rows = this.fields.map(field => field.element);
    this.element = el("div.struct", {}, rows.length > 0 ? rows : el("p.quiet", {}, "No fields"));
  }

  read() {
    const map = new Map();
    for (const field of this.fields) {
      const value = field.read();
      if (value !== undefined) {
        map.set(field.field.name, value);
      }
    }
    return map;
  }

  write(value) {
    if (!(value instanceof Map)) {
      throw new Invalid(`${this.struct.name} is an object`, null);
    }
    for (const name of value.keys()) {
      if (!this.fields.some(field => field.field.name === name)) {
        throw new Invalid(`${this.struct.name} has no field ${name}`, null);
      }
    }
    this.fields.forEach(field => field.write(value.get(field.field.name)));
  }

  focus() {
    this.fields[0]?.focus();
  }
}

/** A field, which may be unset unless it is required or an argument. */
class FieldWidget {
  constructor(field, catalogue, depth, isArgument) {
    this.field = field;
    this.catalogue = catalogue;
    this.depth = depth;
    this.isNeeded = isArgument || field.requiredness === "required";
    this.toggle = this.isNeeded ? null : button("", () => this.flip());
    this.slot = el("div.slot");
    this.labelId = newId();
    this.valueId = newId();
    const about = [
      el("label.name", { id: this.labelId, for: this.valueId }, field.name),
      " ",
      el("span.type", {}, typeName(field.type)),
      field.requiredness === "required" ? el("span.mark", {}, "required") : null,
      this.toggle,
    ];
    this.element = el("div.field", {}, el("div.label", {}, about), documentation(field.doc), this.slot);
    if (this.opensItself()) {
      this.set();
    } else {
      this.clear();
    }
  }

  /** Generated code sends fields that are neither required nor optional, so those with a simple value are open as well. */
  opensItself() {
    if (this.isNeeded) {
      return this.depth < MAX_OPEN_DEPTH || !isCompound(this.field.type);
    }
    return this.field.requiredness === "default" && this.field.default === undefined && !isCompound(this.field.type);
  }

  set() {
    this.widget = widget(this.field.type, this.catalogue, this.field.name, this.depth + 1);
    this.widget.element.id = this.valueId;
    if (isCompound(this.field.type)) {
      this.widget.element.setAttribute("role", "group");
      this.widget.element.setAttribute("aria-labelledby", this.labelId);
    }
    show(this.slot, this.widget.element);
    this.label("Clear");
  }

  clear() {
    this.widget = null;
    if (this.isNeeded) { // too deep to open by itself
      show(this.slot, button("Open", () => { this.set(); this.widget.focus(); }));
    } else {
      const value = this.field.default;
      show(this.slot, value === undefined ? null : el("p.quiet", {}, "not set; the server uses ", el("code", {}, value)));
      this.label("Set");
    }
  }

  label(action) {
    if (this.toggle) {
      this.toggle.textContent = action;
      this.toggle.setAttribute("aria-label", `${action} ${this.field.name}`);
    }
  }

  flip() {
    if (this.widget) {
      this.clear();
      this.toggle.focus();
    } else {
      this.set();
      this.widget.focus();
    }
  }

  read() {
    if (!this.widget && this.isNeeded) {
      this.set();
    }
    return this.widget ? this.widget.read() : undefined;
  }

  write(value) {
    if (value === undefined || value === null) {
      if (!this.isNeeded) {
        this.clear();
      }
      return;
    }
    if (!this.widget) {
      this.set();
    }
    this.widget.write(value);
  }

  focus() {
    (this.widget ?? this.toggle)?.focus();
  }
}

/** A union: the name of its member, and the value of that. */
class UnionWidget {
  constructor(struct, catalogue, name, depth) {
    this.struct = struct;
    this.catalogue = catalogue;
    this.depth = depth;
    this.choice = el("select", { change: () => this.choose(this.choice.value), "aria-label": `Member of ${name}` },
      el("option", { value: "" }, "choose a member"),
      struct.fields.map(field => el("option", { value: field.name }, `${field.name}: ${typeName(field.type)}`)));
    this.slot = el("div.slot");
    this.element = el("div.union", {}, this.choice, this.slot);
    this.choose("");
  }

  choose(name) {
    this.choice.value = name;
    this.field = this.struct.fields.find(field => field.name === name) ?? null;
    this.widget = this.field && widget(this.field.type, this.catalogue, name, this.depth + 1);
    if (this.widget) {
      this.widget.element.setAttribute("aria-label", name);
    }
    show(this.slot, documentation(this.field?.doc), this.widget?.element);
  }

  read() {
    if (!this.field) {
      throw new Invalid(`choose a member of ${this.struct.name}`, this.choice);
    }
    return new Map([[this.field.name, this.widget.read()]]);
  }

  write(value) {
    if (!(value instanceof Map) || value.size !== 1) {
      throw new Invalid(`${this.struct.name} is an object with one member`, this.choice);
    }
    const [[name, member]] = value;
    this.choose(name);
    if (!this.field) {
      throw new Invalid(`${this.struct.name} has no member ${name}`, this.choice);
    }
    this.widget.write(member);
  }

  focus() {
    this.choice.focus();
  }
}
