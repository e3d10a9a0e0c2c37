package io.grizzlythrift.tls;

/** The password of a key store or of an encrypted key. It is kept for reloads. {@link #toString} does not reveal it. */
final class FilePassword {
    static final FilePassword NONE = new FilePassword(new char[0]);

    private final char[] characters;

    /** @param characters the password, which is copied, so the caller may overwrite it afterwards */
    FilePassword(char[] characters) {
        this.characters = characters.clone();
    }

    /** {@return the password itself, not a copy; callers must not modify it} */
    char[] characters() {
        return characters;
    }

    boolean isEmpty() {
        return characters.length == 0;
    }

    @Override
    public String toString() {
        return isEmpty() ? "no password" : "a password";
    }
}
