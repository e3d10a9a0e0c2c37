package io.grizzlythrift.catalog.idl;

import io.grizzlythrift.catalog.idl.Token.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the grammar of Thrift's IDL (<a href="https://thrift.apache.org/docs/idl">thrift.apache.org/docs/idl</a>), with what
 * the compiler accepts beyond it: annotations, {@code senum}, {@code async}, references, and fields without an id.
 */
final class Parser {
    /** How deeply types and constants may be nested: each level takes a few frames of the stack. */
    private static final int MAX_NESTING = 64;

    private final List<Token> tokens;
    private int at;
    private int nesting;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    static IdlFile parse(String file, String text) {
        return new Parser(Lexer.tokens(file, text)).file(file);
    }

    private IdlFile file(String name) {
        List<IdlFile.Include> includes = new ArrayList<>();
        List<IdlFile.Definition> definitions = new ArrayList<>();
        while (peek().kind() != Kind.END) {
            Token first = take();
            switch (first.kind() == Kind.WORD ? first.text() : "") {
                case "include" -> {
                    Token path = take(Kind.LITERAL, "the path of a file in quotes");
                    includes.add(new IdlFile.Include(path.text(), path.position()));
                }
                case "cpp_include" -> take(Kind.LITERAL, "the path of a file in quotes");
                case "namespace" -> namespace();
                case "const" -> definitions.add(constant());
                case "typedef" -> definitions.add(typedef());
                case "enum" -> definitions.add(enumeration(first.doc()));
                case "senum" -> definitions.add(textEnumeration());
                case "struct", "union", "exception" -> definitions.add(struct(first));
                case "service" -> definitions.add(service(first.doc()));
                default ->
                    throw first.position()
                            .error("expected a definition such as struct, enum or service, found " + first.named());
            }
            skipSeparator();
        }
        return new IdlFile(name, includes, definitions);
    }

    private void namespace() {
        if (!skip("*")) {
            takeName();
        }
        if (!skipKind(Kind.LITERAL)) {
            takeName();
        }
        skipAnnotations();
    }

    private IdlFile.Const constant() {
        IdlFile.Type type = type();
        Token name = takeName();
        expect("=");
        return new IdlFile.Const(name.text(), type, value(), name.position());
    }

    private IdlFile.Typedef typedef() {
        IdlFile.Type type = type();
        Token name = takeName();
        skipAnnotations();
        return new IdlFile.Typedef(name.text(), type, name.position());
    }

    private IdlFile.Enumeration enumeration(String doc) {
        Token name = takeName();
        expect("{");
        List<IdlFile.EnumValue> values = new ArrayList<>();
        int next = 0;
        while (!skip("}")) {
            Token value = takeName();
            if (skip("=")) {
                Token number = take(Kind.INTEGER, "a number");
                long given = integer(number);
                if (given != (int) given) {
                    throw number.position().error(given + " is not an i32");
                }
                next = (int) given;
            }
            values.add(new IdlFile.EnumValue(value.text(), next, value.doc(), value.position()));
            next++;
            skipAnnotations();
            skipSeparator();
        }
        skipAnnotations();
        return new IdlFile.Enumeration(name.text(), values, doc, name.position());
    }

    /** An old form, whose values are texts. */
    private IdlFile.Typedef textEnumeration() {
        Token name = takeName();
        expect("{");
        while (!skip("}")) {
            take(Kind.LITERAL, "a text in quotes");
            skipSeparator();
        }
        skipAnnotations();
        return new IdlFile.Typedef(name.text(), new IdlFile.Name("string", name.position()), name.position());
    }

    private IdlFile.Struct struct(Token kind) {
        Token name = takeName();
        skip("xsd_all");
        expect("{");
        List<IdlFile.Field> fields = fields("}");
        skipAnnotations();
        return new IdlFile.Struct(kind.text(), name.text(), fields, kind.doc(), name.position());
    }

    private IdlFile.Service service(String doc) {
        Token name = takeName();
        Optional<IdlFile.Name> extended = Optional.empty();
        if (skip("extends")) {
            Token of = takeName();
            extended = Optional.of(new IdlFile.Name(of.text(), of.position()));
        }
        expect("{");
        List<IdlFile.Method> methods = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (!skip("}")) {
            IdlFile.Method method = method();
            if (!names.add(method.name())) {
                throw method.position().error("the method " + method.name() + " is defined twice");
            }
            methods.add(method);
        }
        skipAnnotations();
        return new IdlFile.Service(name.text(), extended, methods, doc, name.position());
    }

    private IdlFile.Method method() {
        String doc = peek().doc();
        boolean oneway = skip("oneway") || skip("async");
        Optional<IdlFile.Type> result = skip("void") ? Optional.empty() : Optional.of(type());
        Token name = takeName();
        expect("(");
        List<IdlFile.Field> arguments = fields(")");
        List<IdlFile.Field> exceptions = List.of();
        if (skip("throws")) {
            expect("(");
            exceptions = fields(")");
        }
        skipAnnotations();
        skipSeparator();
        return new IdlFile.Method(name.text(), oneway, result, arguments, exceptions, doc, name.position());
    }

    private List<IdlFile.Field> fields(String end) {
        List<IdlFile.Field> fields = new ArrayList<>();
        Set<Object> used = new HashSet<>();
        int implicit = -1;
        while (!skip(end)) {
            IdlFile.Field field = field(implicit);
            if (field.id() == implicit) {
                implicit--;
            }
            if (!used.add(field.id())) {
                throw field.position().error("the id " + field.id() + " is used twice");
            }
            if (!used.add(field.name())) {
                throw field.position().error("the field " + field.name() + " is defined twice");
            }
            fields.add(field);
        }
        return fields;
    }

    private IdlFile.Field field(int implicitId) {
        String doc = peek().doc();
        int id = implicitId;
        if (peek().kind() == Kind.INTEGER) {
            Token number = take();
            long given = integer(number);
            if (given != (short) given) {
                throw number.position().error("the id " + given + " is not an i16");
            }
            id = (int) given;
            expect(":");
        }
        String requiredness = skip("required") ? "required" : skip("optional") ? "optional" : "";
        IdlFile.Type type = type();
        skip("&");
        Token name = takeName();
        Optional<IdlFile.Value> value = skip("=") ? Optional.of(value()) : Optional.empty();
        skip("xsd_optional");
        skip("xsd_nillable");
        skipAnnotations();
        skipSeparator();
        return new IdlFile.Field(id, requiredness, type, name.text(), value, doc, name.position());
    }

    private IdlFile.Type type() {
        Token name = takeName();
        enter(name);
        IdlFile.Type type = switch (name.text()) {
            case "map" -> {
                skipCppType();
                expect("<");
                IdlFile.Type key = type();
                expect(",");
                IdlFile.Type value = type();
                expect(">");
                yield new IdlFile.MapOf(key, value, name.position());
            }
            case "set" -> {
                skipCppType();
                yield new IdlFile.SetOf(element(), name.position());
            }
            case "list" -> {
                skipCppType();
                IdlFile.Type element = element();
                skipCppType();
                yield new IdlFile.ListOf(element, name.position());
            }
            default -> new IdlFile.Name(name.text(), name.position());
        };
        nesting--;
        skipAnnotations();
        return type;
    }

    private IdlFile.Type element() {
        expect("<");
        IdlFile.Type element = type();
        expect(">");
        return element;
    }

    private void skipCppType() {
        if (skip("cpp_type")) {
            take(Kind.LITERAL, "a C++ type in quotes");
        }
    }

    private IdlFile.Value value() {
        Token first = take();
        Position position = first.position();
        enter(first);
        IdlFile.Value value = switch (first.kind()) {
            case INTEGER -> new IdlFile.Whole(integer(first), position);
            case DOUBLE -> new IdlFile.Decimal(decimal(first), position);
            case LITERAL -> new IdlFile.Text(first.text(), position);
            case WORD -> new IdlFile.Reference(first.text(), position);
            default -> {
                if (first.is("[")) {
                    yield values(position);
                }
                if (first.is("{")) {
                    yield entries(position);
                }
                throw unexpected(first, "a constant value");
            }
        };
        nesting--;
        return value;
    }

    private IdlFile.Values values(Position position) {
        List<IdlFile.Value> elements = new ArrayList<>();
        while (!skip("]")) {
            elements.add(value());
            skipSeparator();
        }
        return new IdlFile.Values(elements, position);
    }

    private IdlFile.Entries entries(Position position) {
        List<IdlFile.Entry> entries = new ArrayList<>();
        while (!skip("}")) {
            IdlFile.Value key = value();
            expect(":");
            entries.add(new IdlFile.Entry(key, value()));
            skipSeparator();
        }
        return new IdlFile.Entries(entries, position);
    }

    private void enter(Token at) {
        nesting++;
        if (nesting > MAX_NESTING) {
            throw at.position().error("nested more than " + MAX_NESTING + " levels deep");
        }
    }

    private static long integer(Token number) {
        try {
            return Long.decode(withoutLeadingZeros(number.text()));
        } catch (NumberFormatException e) {
            throw number.position().error(number.text() + " is not an integer of 64 bits");
        }
    }

    /** In Thrift, a leading zero does not mean octal. */
    private static String withoutLeadingZeros(String text) {
        return text.replaceFirst("^([-+]?)0+(?=[0-9])", "$1");
    }

    private static double decimal(Token number) {
        try {
            return Double.parseDouble(number.text());
        } catch (NumberFormatException e) {
            throw number.position().error(number.text() + " is not a number");
        }
    }

    // ---- tokens

    private Token peek() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    private Token take(Kind kind, String what) {
        Token token = take();
        if (token.kind() != kind) {
            throw unexpected(token, what);
        }
        return token;
    }

    private Token takeName() {
        return take(Kind.WORD, "a name");
    }

    private static IdlException unexpected(Token found, String expected) {
        return found.position().error("expected " + expected + ", found " + found.named());
    }

    private void expect(String wordOrSign) {
        if (!skip(wordOrSign)) {
            throw unexpected(peek(), "'" + wordOrSign + "'");
        }
    }

    private boolean skip(String wordOrSign) {
        if (!peek().is(wordOrSign)) {
            return false;
        }
        at++;
        return true;
    }

    private boolean skipKind(Kind kind) {
        if (peek().kind() != kind) {
            return false;
        }
        at++;
        return true;
    }

    private void skipSeparator() {
        if (!skip(",")) {
            skip(";");
        }
    }

    /** Skips {@code (name = "value", flag)}. */
    private void skipAnnotations() {
        if (!skip("(")) {
            return;
        }
        while (!skip(")")) {
            takeName();
            if (skip("=")) {
                take(Kind.LITERAL, "a text in quotes");
            }
            skipSeparator();
        }
    }
}
