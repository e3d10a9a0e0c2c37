package io.grizzlythrift.header;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/**
 * A compression of the payload of a frame with a header. The ids are those of Apache Thrift and fbthrift.
 *
 * <p>Stateless and thread-safe.
 */
public enum Transform {
    /** The format of RFC 1950. */
    ZLIB(1) {
        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        byte[] compress(byte[] payload, int offset, int length) {
            return Zlib.compress(payload, offset, length);
        }

        @Override
        void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException {
            Zlib.decompress(compressed, offset, length, into);
        }

        @Override
        InputStream decompressing(InputStream compressed) {
            return new InflaterInputStream(compressed);
        }
    },

    /** The format of RFC 8878. Needs zstd-jni on the class path. */
    ZSTD(5) {
        @Override
        public boolean isAvailable() {
            return Zstd.isAvailable();
        }

        @Override
        byte[] compress(byte[] payload, int offset, int length) {
            return Zstd.compress(payload, offset, length);
        }

        @Override
        void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException {
            Zstd.decompress(compressed, offset, length, into);
        }

        @Override
        InputStream decompressing(InputStream compressed) throws IOException {
            return Zstd.decompressing(compressed);
        }
    };

    private final int id;

    Transform(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    /** {@return whether the library that it needs is present} */
    public abstract boolean isAvailable();

    abstract byte[] compress(byte[] payload, int offset, int length);

    abstract void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException;

    /** Returns a stream of the decompressed bytes, which decompresses only as much as is read. */
    abstract InputStream decompressing(InputStream compressed) throws IOException;

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
