package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.EnumDescription;
import io.grizzlythrift.catalog.FieldDescription;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.Requiredness;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.catalog.StructDescription;
import io.grizzlythrift.catalog.TypeDescription;
import io.grizzlythrift.thriftcall.Terminal.Color;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes descriptions as the IDL has them, colored. */
final class IdlPrinter {
    private static final String INDENT = "  ";

    private final Terminal terminal;

    IdlPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    String service(ServiceDescription service) {
        StringBuilder text = new StringBuilder();
        doc(text, "", service.doc());
        text.append(word("service ")).append(name(service.name()));
        service.extendedService()
                .ifPresent(extended -> text.append(word(" extends ")).append(extended));
        text.append(" {\n");
        for (MethodDescription method : service.methods()) {
            if (method.declaringService().equals(service.name())) {
                text.append(method(method, INDENT)).append('\n');
            }
        }
        return text.append("}\n").toString();
    }

    String method(MethodDescription method, String indent) {
        StringBuilder text = new StringBuilder();
        doc(text, indent, method.doc());
        return text.append(signature(method, indent)).toString();
    }

    /** {@return a method without its documentation, indented} */
    String signature(MethodDescription method) {
        return signature(method, INDENT);
    }

    private String signature(MethodDescription method, String indent) {
        StringBuilder text = new StringBuilder();
        text.append(indent)
                .append(method.oneway() ? word("oneway ") : "")
                .append(method.result().map(this::type).orElseGet(() -> word("void")))
                .append(' ')
                .append(name(method.name()))
                .append('(')
                .append(fields(method.arguments()))
                .append(')');
        if (!method.exceptions().isEmpty()) {
            text.append(word(" throws "))
                    .append('(')
                    .append(fields(method.exceptions()))
                    .append(')');
        }
        return text.toString();
    }

    String struct(StructDescription struct) {
        StringBuilder text = new StringBuilder();
        doc(text, "", struct.doc());
        text.append(word(struct.kind().name().toLowerCase(Locale.ROOT) + " "))
                .append(name(struct.name()))
                .append(" {\n");
        for (FieldDescription field : struct.fields()) {
            doc(text, INDENT, field.doc());
            text.append(INDENT).append(field(field)).append('\n');
        }
        return text.append("}\n").toString();
    }

    String enumeration(EnumDescription described) {
        StringBuilder text = new StringBuilder();
        doc(text, "", described.doc());
        text.append(word("enum ")).append(name(described.name())).append(" {\n");
        for (EnumDescription.Member member : described.members()) {
            doc(text, INDENT, member.doc());
            text.append(INDENT)
                    .append(member.name())
                    .append(" = ")
                    .append(member.value())
                    .append('\n');
        }
        return text.append("}\n").toString();
    }

    private String fields(List<FieldDescription> fields) {
        return fields.stream().map(this::field).collect(Collectors.joining(", "));
    }

    private String field(FieldDescription field) {
        String requiredness = field.requiredness() == Requiredness.DEFAULT
                ? ""
                : word(field.requiredness().name().toLowerCase(Locale.ROOT) + " ");
        boolean isEnum = field.type() instanceof TypeDescription.EnumRef;
        String value = field.defaultValue()
                .map(found -> isEnum ? field.type().idlName() + "." + found : ConstantText.of(found))
                .map(text -> " = " + text)
                .orElse("");
        return field.id() + ": " + requiredness + type(field.type()) + " " + field.name() + value;
    }

    private String type(TypeDescription type) {
        return terminal.paint(Color.KEY, type.idlName());
    }

    private String word(String text) {
        return terminal.paint(Color.WORD, text);
    }

    private String name(String text) {
        return terminal.paint(Color.NAME, text);
    }

    /** Documentation may come from a server: it cannot control the terminal. */
    private void doc(StringBuilder text, String indent, String doc) {
        if (doc.isBlank()) {
            return;
        }
        List<String> lines =
                doc.lines().map(line -> line.replaceAll("\\p{Cntrl}", " ")).toList();
        if (lines.size() == 1) {
            text.append(indent).append(faint("/** " + lines.get(0) + " */")).append('\n');
            return;
        }
        text.append(indent).append(faint("/**")).append('\n');
        lines.forEach(line -> text.append(indent).append(faint(" * " + line)).append('\n'));
        text.append(indent).append(faint(" */")).append('\n');
    }

    private String faint(String text) {
        return terminal.paint(Color.FAINT, text);
    }
}
