package io.grizzlythrift.internal.header;

import io.grizzlythrift.header.Transform;
import java.util.Optional;

/** The codec and the id of each {@link Transform}. Stateless and thread-safe. */
public final class Codecs {
    /** Created with this class, because memory may be short when the first compressed frame arrives. */
    private static final Codec ZLIB = new Zlib();

    private static final int ZLIB_ID = 1;
    private static final int ZSTD_ID = 5;

    private Codecs() {}

    /** Returns the codec of a transform that is {@linkplain Transform#isAvailable() available}. */
    static Codec of(Transform transform) {
        return transform == Transform.ZLIB ? ZLIB : Zstd.CODEC;
    }

    /** Returns the number of a transform in a header, as in Apache Thrift and fbthrift. */
    static int idOf(Transform transform) {
        return switch (transform) {
            case ZLIB -> ZLIB_ID;
            case ZSTD -> ZSTD_ID;
        };
    }

    /** Returns the transform with an id, if this library knows it. */
    static Optional<Transform> transformOf(int id) {
        return switch (id) {
            case ZLIB_ID -> Optional.of(Transform.ZLIB);
            case ZSTD_ID -> Optional.of(Transform.ZSTD);
            default -> Optional.empty();
        };
    }

    /**
     * Writes the first restored bytes of a payload, at a small cost that does not depend on the payload. Needs no
     * library.
     *
     * @param exact false if only the first four bytes are wanted, which are found more often
     * @return their number; less than {@code into.length} if they cannot be found
     */
    static int peek(Transform transform, byte[] payload, int offset, int length, byte[] into, boolean exact) {
        return transform == Transform.ZLIB
                ? ZlibPeek.peek(payload, offset, length, into)
                : ZstdPeek.peek(payload, offset, length, into, exact);
    }
}
