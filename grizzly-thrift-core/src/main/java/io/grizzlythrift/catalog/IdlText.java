package io.grizzlythrift.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a catalog as one file of the IDL. */
final class IdlText {
    private static final String INDENT = "  ";
    private static final int MAX_LINE_CHARS = 100;

    private final ServiceCatalog catalog;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, TypeDescription> typedefs = new LinkedHashMap<>();
    private final Set<String> written = new LinkedHashSet<>();

    private IdlText(ServiceCatalog catalog) {
        this.catalog = catalog;
    }

    static String of(ServiceCatalog catalog) {
        return new IdlText(catalog).write();
    }

    private String write() {
        catalog.enums().values().forEach(this::writeEnum);
        catalog.structs().values().forEach(struct -> findTypedefs(struct.fields()));
        allServices().flatMap(service -> service.methods().stream()).forEach(method -> {
            findTypedefs(method.arguments());
            method.result().ifPresent(this::findTypedef);
        });
        typedefs.forEach((name, type) -> text.append("typedef ")
                .append(type.idlName())
                .append(' ')
                .append(name)
                .append("\n\n"));
        catalog.structs().values().forEach(this::writeStruct);
        allServices().forEach(this::writeService);
        return text.isEmpty() ? "" : text.substring(0, text.length() - 1);
    }

    private Stream<ServiceDescription> allServices() {
        return Stream.concat(catalog.extendedServices().stream(), catalog.services().stream());
    }

    private void findTypedefs(List<FieldDescription> fields) {
        fields.forEach(field -> findTypedef(field.type()));
    }

    private void findTypedef(TypeDescription type) {
        for (TypeDescription part : partsOf(type)) {
            findTypedef(part);
        }
        type.typedefName()
                .filter(name ->
                        !catalog.structs().containsKey(name) && !catalog.enums().containsKey(name))
                .ifPresent(name -> typedefs.putIfAbsent(name, type));
    }

    private static List<TypeDescription> partsOf(TypeDescription type) {
        if (type instanceof TypeDescription.ListOf list) {
            return List.of(list.element());
        }
        if (type instanceof TypeDescription.SetOf set) {
            return List.of(set.element());
        }
        return type instanceof TypeDescription.MapOf map ? List.of(map.key(), map.value()) : List.of();
    }

    /** Returns a type as it is written: two typedefs of the same name may come from two files, and only one is kept. */
    private String nameOf(TypeDescription type) {
        Optional<String> typedef = type.typedefName()
                .filter(name -> typedefs.containsKey(name)
                        && typedefs.get(name).idlName().equals(type.idlName()));
        if (typedef.isPresent()) {
            return typedef.get();
        }
        if (type instanceof TypeDescription.ListOf list) {
            return "list<" + nameOf(list.element()) + ">";
        }
        if (type instanceof TypeDescription.SetOf set) {
            return "set<" + nameOf(set.element()) + ">";
        }
        return type instanceof TypeDescription.MapOf map
                ? "map<" + nameOf(map.key()) + ", " + nameOf(map.value()) + ">"
                : type.idlName();
    }

    private void writeEnum(EnumDescription described) {
        writeDoc("", described.doc());
        text.append("enum ").append(described.name()).append(" {\n");
        for (EnumDescription.Member member : described.members()) {
            writeDoc(INDENT, member.doc());
            text.append(INDENT)
                    .append(member.name())
                    .append(" = ")
                    .append(member.value())
                    .append('\n');
        }
        text.append("}\n\n");
    }

    /** Writes a struct behind those that its default values need. */
    private void writeStruct(StructDescription struct) {
        if (!written.add(struct.name())) {
            return;
        }
        for (FieldDescription field : struct.fields()) {
            if (field.defaultValue().isPresent()) {
                structsOf(field.type()).forEach(this::writeStruct);
            }
        }
        writeDoc("", struct.doc());
        String keyword = switch (struct.kind()) {
            case STRUCT -> "struct ";
            case UNION -> "union ";
            case EXCEPTION -> "exception ";
        };
        text.append(keyword).append(struct.name()).append(" {\n");
        boolean isUnion = struct.kind() == StructDescription.Kind.UNION;
        for (FieldDescription field : struct.fields()) {
            writeDoc(INDENT, field.doc());
            text.append(INDENT).append(declaration(field, !isUnion)).append('\n');
        }
        text.append("}\n\n");
    }

    private Stream<StructDescription> structsOf(TypeDescription type) {
        return type instanceof TypeDescription.StructRef struct
                ? Stream.of(catalog.struct(struct.name()))
                : partsOf(type).stream().flatMap(this::structsOf);
    }

    private String declaration(FieldDescription field, boolean mayBeRequired) {
        StringBuilder declared = new StringBuilder();
        if (field.id() >= 0) { // the compiler numbers fields without a number itself: -1, -2
            declared.append(field.id()).append(": ");
        }
        if (mayBeRequired && field.requiredness() == Requiredness.REQUIRED) {
            declared.append("required ");
        } else if (mayBeRequired && field.requiredness() == Requiredness.OPTIONAL) {
            declared.append("optional ");
        }
        declared.append(nameOf(field.type())).append(' ').append(field.name());
        field.defaultValue()
                .flatMap(value -> IdlConstant.of(field.type(), value, catalog))
                .ifPresent(value -> declared.append(" = ").append(value));
        return declared.toString();
    }

    private void writeService(ServiceDescription service) {
        if (written.contains("service " + service.name())) {
            return; // once more, under another multiplexed name
        }
        service.extendedService()
                .flatMap(name ->
                        allServices().filter(each -> each.name().equals(name)).findFirst())
                .ifPresent(this::writeService);
        written.add("service " + service.name());
        writeDoc("", service.doc());
        text.append("service ").append(service.name());
        service.extendedService().ifPresent(name -> text.append(" extends ").append(name));
        text.append(" {\n");
        List<MethodDescription> own = service.methods().stream()
                .filter(method -> method.declaringService().equals(service.name()))
                .toList();
        for (int i = 0; i < own.size(); i++) {
            text.append(i > 0 && !own.get(i).doc().isEmpty() ? "\n" : "");
            writeDoc(INDENT, own.get(i).doc());
            writeMethod(own.get(i));
        }
        text.append("}\n\n");
    }

    private void writeMethod(MethodDescription method) {
        StringBuilder line = new StringBuilder(INDENT);
        line.append(method.oneway() ? "oneway " : "")
                .append(method.result().map(this::nameOf).orElse("void"))
                .append(' ')
                .append(method.name());
        appendFields(line, method.arguments(), true);
        if (!method.exceptions().isEmpty()) {
            line.append(" throws ");
            appendFields(line, method.exceptions(), false);
        }
        text.append(line).append('\n');
    }

    private void appendFields(StringBuilder line, List<FieldDescription> fields, boolean mayBeRequired) {
        List<String> declared = new ArrayList<>();
        int chars = line.length() - line.lastIndexOf("\n");
        for (FieldDescription field : fields) {
            declared.add(declaration(field, mayBeRequired && field.requiredness() == Requiredness.REQUIRED));
            chars += declared.get(declared.size() - 1).length() + 2;
        }
        if (chars <= MAX_LINE_CHARS) {
            line.append(declared.stream().collect(Collectors.joining(", ", "(", ")")));
        } else {
            String separator = "\n" + INDENT.repeat(3);
            line.append(declared.stream().collect(Collectors.joining("," + separator, "(" + separator, ")")));
        }
    }

    private void writeDoc(String indent, String doc) {
        if (doc.isBlank()) {
            return;
        }
        List<String> lines = doc.strip()
                .replace("*/", "* /")
                .lines()
                .map(String::stripTrailing)
                .toList();
        if (lines.size() == 1) {
            text.append(indent).append("/** ").append(lines.get(0)).append(" */\n");
            return;
        }
        text.append(indent).append("/**\n");
        lines.forEach(line -> text.append(indent)
                .append(line.isEmpty() ? " *" : " * ")
                .append(line)
                .append('\n'));
        text.append(indent).append(" */\n");
    }
}
