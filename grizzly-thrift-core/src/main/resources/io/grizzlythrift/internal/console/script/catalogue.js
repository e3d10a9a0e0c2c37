// Reads the catalogue of the server into the form that the pages use. What is empty is missing in it.

/** Reads its text. Returns {services, structs, enums}; structs and enums are Maps by name. */
function readCatalogue(text) {
  const json = plain(parse(text));
  const named = (list = []) => new Map(list.map(each => [each.name, each]));
  const structs = (json.structs ?? []).map(struct => ({ ...struct, fields: readFields(struct.fields) }));
  const enums = (json.enums ?? []).map(each => ({ ...each, members: each.members ?? [] }));
  return { services: (json.services ?? []).map(readService), structs: named(structs), enums: named(enums) };
}

function readService(service) {
  return {
    name: service.name,
    callName: service.multiplexedName ?? service.name,
    extended: service.extends ?? null,
    doc: service.doc ?? "",
    methods: (service.methods ?? []).map(readMethod),
  };
}

function readMethod(method) {
  return {
    name: method.name,
    declaredBy: method.declaredBy,
    doc: method.doc ?? "",
    oneway: method.oneway ?? false,
    args: readFields(method.arguments),
    result: method.result ? readType(method.result) : null,
    exceptions: readFields(method.exceptions),
  };
}

function readFields(fields = []) {
  return fields.map(field => ({
    id: field.id,
    name: field.name,
    type: readType(field.type),
    requiredness: field.requiredness,
    default: field.default,
    doc: field.doc ?? "",
  }));
}

/** Returns {kind, name, typedef, element, key, value}: kind is that of the IDL, or struct, enum, list, set, map. */
function readType(type) {
  return {
    kind: type.type,
    name: type.name ?? type.type,
    typedef: type.typedef ?? null,
    element: type.element && readType(type.element),
    key: type.key && readType(type.key),
    value: type.value && readType(type.value),
  };
}

/** Makes objects of Maps, and numbers of Nums. A default value stays text: as a number, an i64 would be rounded. */
function plain(value) {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [key, key === "default" ? write(each) : plain(each)]));
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  return value instanceof Num ? Number(value.text) : value;
}
