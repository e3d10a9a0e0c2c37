package io.grizzlythrift.internal.json;

/** Checks that Jackson is there before a server starts that needs it. */
public final class Jackson {
    private static final String COORDINATE = "com.fasterxml.jackson.core:jackson-core";

    private Jackson() {}

    /**
     * Checks what a part of the server needs.
     *
     * @param part the name of an option, or of the part, for the message
     * @param loader finds the classes of Jackson
     * @throws IllegalStateException if Jackson is missing or too old
     */
    public static void require(String part, ClassLoader loader) {
        try {
            Class.forName("com.fasterxml.jackson.core.JsonFactory", false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalStateException(part + " needs " + COORDINATE + " on the class path", e);
        }
        try { // the newest class that is used
            Class.forName("com.fasterxml.jackson.core.StreamWriteConstraints", false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalStateException(
                    part + " needs " + COORDINATE + " 2.16 or newer; the class path has an older one", e);
        }
    }
}
