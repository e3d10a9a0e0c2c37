package io.grizzlythrift.internal.header;

import java.io.IOException;
import java.io.InputStream;

/**
 * Compresses and decompresses payloads in the format of one {@link io.grizzlythrift.header.Transform}. Stateless and
 * thread-safe.
 */
interface Codec {
    byte[] compress(byte[] payload, int offset, int length);

    void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException;

    /** Returns a stream of the decompressed bytes, which decompresses only as much as is read. */
    InputStream decompressing(InputStream compressed) throws IOException;
}
