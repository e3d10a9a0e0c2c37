package io.grizzlythrift.tls;

/** A password, kept for the next reload and never shown. */
final class Password {
    static final Password NONE = new Password(new char[0]);

    private final char[] characters;

    Password(char[] characters) {
        this.characters = characters.clone();
    }

    /** Not to be changed. */
    char[] characters() {
        return characters;
    }

    boolean isEmpty() {
        return characters.length == 0;
    }
}
