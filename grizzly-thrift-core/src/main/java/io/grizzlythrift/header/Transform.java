package io.grizzlythrift.header;

/**
 * A compression of the payload of a frame with a header.
 *
 * <p>Stateless and thread-safe.
 */
public enum Transform {
    /** The format of RFC 1950. */
    ZLIB,

    /** The format of RFC 8878. Needs zstd-jni on the class path. */
    ZSTD;

    /** {@return whether the library that it needs is present} */
    public boolean isAvailable() {
        return this != ZSTD || ZstdLibrary.PRESENT;
    }

    /** Looks for the library on first use. */
    private static final class ZstdLibrary {
        static final boolean PRESENT = isPresent();

        private static boolean isPresent() {
            try {
                Class.forName("com.github.luben.zstd.Zstd");
                return true;
            } catch (ClassNotFoundException | LinkageError e) {
                return false;
            }
        }
    }
}
