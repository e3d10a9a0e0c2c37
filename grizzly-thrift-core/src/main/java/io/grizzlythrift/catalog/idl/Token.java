package io.grizzlythrift.catalog.idl;

/**
 * A word, number, literal or sign of a file.
 *
 * @param text the characters; of a literal, its value without the quotes
 * @param doc the comment in front of it that documents what follows; empty if there is none
 */
record Token(Kind kind, String text, String doc, Position position) {
    /** What a token is. */
    enum Kind {
        WORD,
        INTEGER,
        DOUBLE,
        LITERAL,
        SIGN,
        END
    }

    boolean is(String wordOrSign) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(wordOrSign);
    }

    /** {@return the token as a message names it} */
    String named() {
        return switch (kind) {
            case END -> "the end of the file";
            case LITERAL -> "the literal \"" + text + "\"";
            default -> "'" + text + "'";
        };
    }
}
