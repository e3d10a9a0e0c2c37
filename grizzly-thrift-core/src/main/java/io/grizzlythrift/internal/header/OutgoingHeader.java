package io.grizzlythrift.internal.header;

import io.grizzlythrift.header.Transform;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The header of a frame that is about to be written.
 *
 * @param flags {@link FrameHeader#OUT_OF_ORDER} or 0
 * @param sequenceId the sequence id of the header; a reply repeats that of its call
 * @param protocolId {@link FrameHeader#BINARY} or {@link FrameHeader#COMPACT}
 * @param transforms the transforms, applied to the payload in this order
 * @param headers the headers by name; {@link #encode} reads them
 * @param persistentHeaders the persistent headers by name; a peer that knows them applies them to later messages of the
 *     connection, others skip them
 */
public record OutgoingHeader(
        int flags,
        int sequenceId,
        int protocolId,
        List<Transform> transforms,
        Map<String, String> headers,
        Map<String, String> persistentHeaders) {
    /** The largest size of a header in bytes, as limited by its 16-bit size field. */
    public static final int MAX_BYTES = 0xffff * FrameHeader.WORD_BYTES;

    /** Checks the parameters. */
    public OutgoingHeader {
        Objects.requireNonNull(transforms, "transforms");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(persistentHeaders, "persistentHeaders");
    }

    /**
     * Encodes the header, to be followed by the {@linkplain #transform transformed} payload.
     *
     * @return the bytes after the length prefix of the frame and before the payload
     * @throws IllegalArgumentException if the headers are larger than {@link #MAX_BYTES}
     */
    public byte[] encode() {
        ByteArrayOutputStream variable = new ByteArrayOutputStream(32);
        putVarint(variable, protocolId);
        putVarint(variable, transforms.size());
        transforms.forEach(transform -> putVarint(variable, Codecs.idOf(transform)));
        putKeyValues(variable, FrameHeader.KEY_VALUES, headers);
        putKeyValues(variable, FrameHeader.PERSISTENT_KEY_VALUES, persistentHeaders); // last: some peers stop here
        int words = (variable.size() + FrameHeader.WORD_BYTES - 1) / FrameHeader.WORD_BYTES;
        if (words * FrameHeader.WORD_BYTES > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "the headers have " + variable.size() + " bytes, must be at most " + MAX_BYTES);
        }
        return ByteBuffer.allocate(FrameHeader.FIXED_BYTES + words * FrameHeader.WORD_BYTES)
                .putShort((short) FrameHeader.MAGIC)
                .putShort((short) flags)
                .putInt(sequenceId)
                .putShort((short) words)
                .put(variable.toByteArray())
                .array();
    }

    /** {@return whether the payload must be {@linkplain #transform transformed}} */
    public boolean isTransformed() {
        return !transforms.isEmpty();
    }

    /** {@return a payload after all transforms} */
    public byte[] transform(byte[] payload, int offset, int length) {
        if (transforms.isEmpty()) {
            return Arrays.copyOfRange(payload, offset, offset + length);
        }
        byte[] transformed = payload;
        int from = offset;
        int size = length;
        for (Transform transform : transforms) {
            transformed = Codecs.of(transform).compress(transformed, from, size);
            from = 0;
            size = transformed.length;
        }
        return transformed;
    }

    /**
     * Returns the header to send with a transformed payload: this header; or one without transforms if the payload
     * became so small that a receiver would take it for a decompression bomb. The payload is then sent untransformed.
     *
     * @param length the length of the payload
     * @param transformedLength the length of the result of {@link #transform}
     */
    public OutgoingHeader forPayload(int length, int transformedLength) {
        return isTransformed() && length > InflatedPayload.bound(transformedLength, Integer.MAX_VALUE)
                ? new OutgoingHeader(flags, sequenceId, protocolId, List.of(), headers, persistentHeaders)
                : this;
    }

    private static void putVarint(ByteArrayOutputStream to, int value) {
        int left = value;
        while ((left & ~0x7f) != 0) {
            to.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        to.write(left);
    }

    private static void putKeyValues(ByteArrayOutputStream to, int info, Map<String, String> pairs) {
        if (!pairs.isEmpty()) {
            putVarint(to, info);
            putVarint(to, pairs.size());
            pairs.forEach((name, value) -> {
                putString(to, name);
                putString(to, value);
            });
        }
    }

    private static void putString(ByteArrayOutputStream to, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        putVarint(to, bytes.length);
        to.writeBytes(bytes);
    }
}
