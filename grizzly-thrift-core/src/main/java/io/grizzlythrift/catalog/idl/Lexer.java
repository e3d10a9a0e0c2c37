package io.grizzlythrift.catalog.idl;

import java.util.ArrayList;
import java.util.List;

/** Splits the text of a file into tokens. */
final class Lexer {
    private static final String SIGNS = "{}()<>[],;:=&*";

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;
    private String doc = "";

    private Lexer(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** {@return all tokens, the last of which is the end} */
    static List<Token> tokens(String file, String text) {
        Lexer lexer = new Lexer(file, text);
        List<Token> tokens = new ArrayList<>();
        Token next;
        do {
            next = lexer.next();
            tokens.add(next);
        } while (next.kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() {
        skipSpaceAndComments();
        Position position = position();
        if (at == text.length()) {
            return token(Token.Kind.END, "", position);
        }
        char first = text.charAt(at);
        if (isWordStart(first)) {
            return token(Token.Kind.WORD, word(), position);
        }
        if (isDigit(first) || ((first == '-' || first == '+' || first == '.') && isNumberPart(at + 1))) {
            return number(position);
        }
        if (first == '"' || first == '\'') {
            return token(Token.Kind.LITERAL, literal(first, position), position);
        }
        if (SIGNS.indexOf(first) >= 0) {
            at++;
            return token(Token.Kind.SIGN, String.valueOf(first), position);
        }
        throw position.error("unexpected character '" + Character.toString(text.codePointAt(at)) + "'");
    }

    private Token token(Token.Kind kind, String value, Position position) {
        Token token = new Token(kind, value, doc, position);
        doc = "";
        return token;
    }

    private Position position() {
        return new Position(file, line, at - lineStart + 1);
    }

    private void skipSpaceAndComments() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                at++;
                line++;
                lineStart = at;
            } else if (Character.isWhitespace(c) || c == '\uFEFF') {
                at++;
            } else if (c == '#' || text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                blockComment();
            } else {
                return;
            }
        }
    }

    private void blockComment() {
        Position start = position();
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw start.error("the comment has no end: */ is missing");
        }
        if (text.startsWith("/**", at) && end > at + 2) {
            doc = DocText.of(text.substring(at + 3, end));
        }
        for (int i = at; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        at = end + 2;
    }

    private String word() {
        int start = at;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private Token number(Position position) {
        int start = at;
        at++;
        boolean hex = text.startsWith("x", at) || text.startsWith("X", at);
        boolean fraction = text.charAt(start) == '.';
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean exponent = !hex && (c == 'e' || c == 'E');
            boolean sign = (c == '-' || c == '+') && !hex && isExponent(text.charAt(at - 1));
            if (!Character.isLetterOrDigit(c) && c != '.' && !sign) {
                break;
            }
            fraction |= exponent || c == '.';
            at++;
        }
        Token.Kind kind = fraction ? Token.Kind.DOUBLE : Token.Kind.INTEGER;
        return token(kind, text.substring(start, at), position);
    }

    private String literal(char quote, Position start) {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\n') {
                line++;
                lineStart = at;
            }
            if (c == '\\' && at < text.length()) {
                c = text.charAt(at++);
                switch (c) {
                    case 'n' -> value.append('\n');
                    case 'r' -> value.append('\r');
                    case 't' -> value.append('\t');
                    case '"', '\'', '\\' -> value.append(c);
                    default -> value.append('\\').append(c);
                }
            } else {
                value.append(c);
            }
        }
        if (at == text.length()) {
            throw start.error("the literal has no end: " + quote + " is missing");
        }
        at++;
        return value.toString();
    }

    private boolean isNumberPart(int index) {
        return index < text.length() && (isDigit(text.charAt(index)) || text.charAt(index) == '.');
    }

    private static boolean isExponent(char c) {
        return c == 'e' || c == 'E';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '.' || c == '-';
    }
}
