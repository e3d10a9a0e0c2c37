package io.grizzlythrift.internal.header;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Compresses and decompresses payloads with the zlib of the JDK. */
final class Zlib implements Codec {
    private static final int CHUNK_BYTES = 8192;

    @Override
    public byte[] compress(byte[] payload, int offset, int length) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(payload, offset, length);
            deflater.finish();
            ByteArrayOutputStream compressed = new ByteArrayOutputStream(length / 2 + 64);
            byte[] chunk = new byte[Math.min(CHUNK_BYTES, length + 64)];
            while (!deflater.finished()) {
                compressed.write(chunk, 0, deflater.deflate(chunk));
            }
            return compressed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    @Override
    public InputStream decompressing(InputStream compressed) {
        return new InflaterInputStream(compressed);
    }

    @Override
    public void decompress(byte[] compressed, int offset, int length, InflatedPayload into) throws TransformException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed, offset, length);
            while (!inflater.finished()) {
                byte[] array = into.arrayWithRoom();
                int count = inflater.inflate(array, into.size(), array.length - into.size());
                into.added(count);
                if (count == 0 && !inflater.finished() && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new TransformException("the payload of a frame ends within its zlib data");
                }
            }
        } catch (DataFormatException e) {
            throw new TransformException("the payload of a frame is not zlib data", e);
        } finally {
            inflater.end();
        }
    }
}
