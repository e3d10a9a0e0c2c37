package io.grizzlythrift.header;

import java.util.Optional;

/**
 * A compression of the payload of a frame with a header. The ids are those of Apache Thrift and fbthrift.
 *
 * <p>Stateless and thread-safe.
 */
public enum Transform {
    /** The format of RFC 1950. */
    ZLIB(1),

    /** The format of RFC 8878. Needs zstd-jni on the class path. */
    ZSTD(5);

    /** Created with this class, because memory may be short when the first compressed frame arrives. */
    private static final Codec ZLIB_CODEC = new Zlib();

    private final int id;

    Transform(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    /** {@return whether the library that it needs is present} */
    public boolean isAvailable() {
        return this != ZSTD || Zstd.Library.PRESENT;
    }

    /** Returns the codec of this format. Call it only if the transform is {@linkplain #isAvailable() available}. */
    Codec codec() {
        return this == ZLIB ? ZLIB_CODEC : Zstd.CODEC;
    }

    /**
     * Writes the first restored bytes of a payload, at a small cost that does not depend on the payload. Needs no
     * library.
     *
     * @return their number; less than {@code into.length} if they cannot be found
     */
    int peek(byte[] payload, int offset, int length, byte[] into) {
        return this == ZLIB
                ? ZlibPeek.peek(payload, offset, length, into)
                : ZstdPeek.peek(payload, offset, length, into);
    }

    /** Returns the transform with an id, if this library knows it. */
    static Optional<Transform> of(int id) {
        for (Transform transform : values()) {
            if (transform.id == id) {
                return Optional.of(transform);
            }
        }
        return Optional.empty();
    }
}
