package io.grizzlythrift.catalog;

import io.grizzlythrift.catalog.StructDescription.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Parts of a catalog as text of the IDL, with marks such as colors. Types are written without typedefs, except by {@link
 * ServiceCatalog#toIdl}, which declares them. Default values that the IDL cannot express are left out, and control characters in
 * names and documentation become spaces. Each text ends with a line feed. Thread-safe if the marks are.
 */
public final class IdlText {
    private static final String INDENT = "  ";
    private static final int MAX_LINE_CHARS = 100;

    private final ServiceCatalog catalog;
    private final Markup markup;
    private final Map<String, TypeDescription> typedefs;

    /**
     * Creates a writer.
     *
     * @param catalog the catalog with all types
     * @param markup marks pieces of the text
     */
    public IdlText(ServiceCatalog catalog, Markup markup) {
        this(catalog, markup, Map.of());
    }

    /** @param typedefs those to use, by name */
    IdlText(ServiceCatalog catalog, Markup markup, Map<String, TypeDescription> typedefs) {
        this.catalog = Objects.requireNonNull(catalog, "catalog");
        this.markup = Objects.requireNonNull(markup, "markup");
        this.typedefs = typedefs;
    }

    /** Marks a piece of the text. */
    @FunctionalInterface
    public interface Markup {
        /** Leaves each piece as it is. */
        Markup NONE = (piece, text) -> text;

        /**
         * Marks a piece.
         *
         * @param piece what it is
         * @param text the piece, without line feeds
         * @return the text to write in its place
         */
        String mark(Piece piece, String text);
    }

    /** What can be marked. */
    public enum Piece {
        /** A word of the IDL. */
        KEYWORD,
        /** The name of what is declared: of a service, a method, a struct or an enum. */
        NAME,
        /** The type of a field or a result. */
        TYPE,
        /** A line of documentation. */
        COMMENT
    }

    String typedef(String name, TypeDescription type) {
        MarkedText text = new MarkedText(markup);
        text.add(Piece.KEYWORD, "typedef").add(" ").add(Piece.TYPE, type.idlName());
        return text.add(" ").add(Piece.NAME, name).newLine().toString();
    }

    /**
     * Writes an enum.
     *
     * @param described the enum
     * @return its text
     */
    public String enumeration(EnumDescription described) {
        MarkedText text = new MarkedText(markup);
        addDoc(text, "", described.doc());
        open(text, "enum", described.name());
        for (EnumDescription.Member member : described.members()) {
            addDoc(text, INDENT, member.doc());
            text.add(INDENT + member.name() + " = " + member.value()).newLine();
        }
        return text.add("}").newLine().toString();
    }

    /**
     * Writes a struct, union or exception.
     *
     * @param struct one of the catalog
     * @return its text
     */
    public String struct(StructDescription struct) {
        MarkedText text = new MarkedText(markup);
        addDoc(text, "", struct.doc());
        open(text, struct.kind().name().toLowerCase(Locale.ROOT), struct.name());
        for (FieldDescription field : struct.fields()) {
            addDoc(text, INDENT, field.doc());
            boolean mayBeRequired = struct.kind() != Kind.UNION;
            text.add(INDENT).add(declaration(field, mayBeRequired)).newLine();
        }
        return text.add("}").newLine().toString();
    }

    /**
     * Writes a service with the methods that it declares itself.
     *
     * @param service one of the catalog
     * @return its text
     */
    public String service(ServiceDescription service) {
        MarkedText text = new MarkedText(markup);
        addDoc(text, "", service.doc());
        text.add(Piece.KEYWORD, "service").add(" ").add(Piece.NAME, service.name());
        service.extendedService()
                .ifPresent(name ->
                        text.add(" ").add(Piece.KEYWORD, "extends").add(" ").add(name));
        text.add(" {").newLine();
        List<MethodDescription> own = service.methods().stream()
                .filter(method -> method.declaringService().equals(service.name()))
                .toList();
        for (int i = 0; i < own.size(); i++) {
            if (i > 0 && !own.get(i).doc().isEmpty()) {
                text.newLine();
            }
            addDoc(text, INDENT, own.get(i).doc());
            addSignature(text.add(INDENT), own.get(i));
        }
        return text.add("}").newLine().toString();
    }

    /**
     * Writes a method with its documentation.
     *
     * @param method one of the catalog
     * @return its text
     */
    public String method(MethodDescription method) {
        MarkedText text = new MarkedText(markup);
        addDoc(text, "", method.doc());
        addSignature(text, method);
        return text.toString();
    }

    /**
     * Writes a method without its documentation, indented as in a service.
     *
     * @param method one of the catalog
     * @return its text
     */
    public String signature(MethodDescription method) {
        MarkedText text = new MarkedText(markup).add(INDENT);
        addSignature(text, method);
        return text.toString();
    }

    private static void open(MarkedText text, String keyword, String name) {
        text.add(Piece.KEYWORD, keyword).add(" ").add(Piece.NAME, name).add(" {");
        text.newLine();
    }

    private void addSignature(MarkedText line, MethodDescription method) {
        if (method.oneway()) {
            line.add(Piece.KEYWORD, "oneway").add(" ");
        }
        if (method.result().isPresent()) {
            line.add(Piece.TYPE, nameOf(method.result().get()));
        } else {
            line.add(Piece.KEYWORD, "void");
        }
        line.add(" ").add(Piece.NAME, method.name());
        addFields(line, method.arguments(), true);
        if (!method.exceptions().isEmpty()) {
            line.add(" ").add(Piece.KEYWORD, "throws").add(" ");
            addFields(line, method.exceptions(), false);
        }
        line.newLine();
    }

    private void addFields(MarkedText line, List<FieldDescription> fields, boolean mayBeRequired) {
        List<MarkedText> declared = new ArrayList<>();
        int chars = line.lineChars();
        for (FieldDescription field : fields) {
            MarkedText each = declaration(field, mayBeRequired && field.requiredness() == Requiredness.REQUIRED);
            declared.add(each);
            chars += each.lineChars() + 2;
        }
        boolean fits = chars <= MAX_LINE_CHARS;
        line.add("(");
        for (int i = 0; i < declared.size(); i++) {
            line.add(i == 0 ? "" : fits ? ", " : ",");
            if (!fits) {
                line.newLine().add(INDENT.repeat(3));
            }
            line.add(declared.get(i));
        }
        line.add(")");
    }

    private MarkedText declaration(FieldDescription field, boolean mayBeRequired) {
        MarkedText declared = new MarkedText(markup);
        if (field.id() >= 0) { // the compiler numbers fields without a number itself: -1, -2
            declared.add(field.id() + ": ");
        }
        if (mayBeRequired && field.requiredness() != Requiredness.DEFAULT) {
            declared.add(Piece.KEYWORD, field.requiredness().name().toLowerCase(Locale.ROOT))
                    .add(" ");
        }
        declared.add(Piece.TYPE, nameOf(field.type())).add(" " + field.name());
        field.defaultValue()
                .flatMap(value -> IdlConstant.of(field.type(), value, catalog))
                .ifPresent(value -> declared.add(" = " + value));
        return declared;
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

    private static void addDoc(MarkedText text, String indent, String doc) {
        if (doc.isBlank()) {
            return;
        }
        List<String> lines = doc.strip()
                .replace("*/", "* /")
                .lines()
                .map(String::stripTrailing)
                .toList();
        if (lines.size() == 1) {
            text.add(indent).add(Piece.COMMENT, "/** " + lines.get(0) + " */").newLine();
            return;
        }
        text.add(indent).add(Piece.COMMENT, "/**").newLine();
        lines.forEach(line -> text.add(indent)
                .add(Piece.COMMENT, line.isEmpty() ? " *" : " * " + line)
                .newLine());
        text.add(indent).add(Piece.COMMENT, " */").newLine();
    }
}
