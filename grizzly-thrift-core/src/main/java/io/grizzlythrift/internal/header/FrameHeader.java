package io.grizzlythrift.internal.header;

import io.grizzlythrift.header.Transform;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The header of a received frame, as {@code THeaderTransport} of Apache Thrift and fbthrift write it. Its strings are
 * decoded on demand.
 *
 * <pre>
 *   0       2       4               8       10                                      10 + 4 * words
 *   | 0x0FFF | flags | sequence id   | words | protocol, transforms, infos, padding  | payload
 * </pre>
 *
 * <p>Immutable. It refers to the array of its frame; {@link #detached()} returns a copy that does not.
 */
public final class FrameHeader {
    /** The first two bytes of a frame with a header. */
    public static final int MAGIC = 0x0fff;

    /** The size of the fixed part at the beginning of a header: {@value} bytes. */
    public static final int FIXED_BYTES = 10;

    /** The flag of a client that accepts replies in any order. From fbthrift. */
    public static final int OUT_OF_ORDER = 0x01;

    /** The sequence id in the header of a oneway call, which nothing is replied to. From fbthrift. */
    public static final int ONEWAY_SEQUENCE_ID = -1;

    /** The id of the binary protocol. */
    public static final int BINARY = 0;

    /** The id of the compact protocol. */
    public static final int COMPACT = 2;

    static final int WORD_BYTES = 4;
    static final int KEY_VALUES = 1;
    static final int PERSISTENT_KEY_VALUES = 2;

    /** The largest number of transforms: {@value}. More would be pointless, because each one compresses. */
    public static final int MAX_TRANSFORMS = 4;

    /** The heap size of a header without the array of its frame: {@value} bytes. */
    public static final int OBJECT_BYTES = 96;

    /**
     * The number of bytes read to restore the beginning of a payload: more than the largest block of zstd, which is 128
     * KiB.
     */
    private static final int BEGINNING_BYTES = 132 * 1024;

    /** The number of bytes between two transforms that are undone to {@link #peek}. */
    private static final int PEEKED_BYTES = 64;

    private static final byte[] NO_INFOS = {};

    private final byte[] array;
    private final int infosFrom;
    private final int infosTo;
    private final int payloadOffset;
    private final int payloadLength;
    private final int flags;
    private final int sequenceId;
    private final int protocolId;
    private final int[] transforms;
    private final boolean persistent;

    /** The total size of the headers, by the rule of {@link HeaderMap}. */
    private final int headerBytes;

    private final boolean detached;

    /** The persistent headers of the connection. */
    private final HeaderMap inherited;

    private FrameHeader(
            FrameHeader of, byte[] array, int infosFrom, int infosTo, boolean detached, HeaderMap inherited) {
        this.array = array;
        this.infosFrom = infosFrom;
        this.infosTo = infosTo;
        payloadOffset = of.payloadOffset;
        payloadLength = of.payloadLength;
        flags = of.flags;
        sequenceId = of.sequenceId;
        protocolId = of.protocolId;
        transforms = of.transforms;
        persistent = of.persistent;
        headerBytes = of.headerBytes;
        this.detached = detached;
        this.inherited = inherited;
    }

    private FrameHeader(byte[] frame, int offset, int length) throws HeaderException {
        // facts-wire.md#theader
        if (length < FIXED_BYTES || u16(frame, offset) != MAGIC) {
            throw new HeaderException("a frame of " + length + " bytes does not begin with a header");
        }
        array = frame;
        flags = u16(frame, offset + 2);
        sequenceId = u16(frame, offset + 4) << 16 | u16(frame, offset + 6);
        int variableBytes = WORD_BYTES * u16(frame, offset + 8);
        if (variableBytes >= length - FIXED_BYTES) {
            throw new HeaderException("a frame of " + length + " bytes claims a header of " + variableBytes
                    + " bytes, which leaves nothing for its message");
        }
        payloadOffset = offset + FIXED_BYTES + variableBytes;
        payloadLength = length - FIXED_BYTES - variableBytes;
        HeaderBytes header = new HeaderBytes(frame, offset + FIXED_BYTES, payloadOffset);
        protocolId = header.varint();
        transforms = transforms(header);
        InfoCheck infos = new InfoCheck(header);
        infosFrom = infos.from;
        infosTo = infos.to;
        persistent = infos.persistent;
        headerBytes = infos.bytes;
        detached = false;
        inherited = HeaderMap.NONE;
    }

    /**
     * Parses the header of a frame.
     *
     * @param frame the array that holds the frame; not copied
     * @param offset the index of its first byte, after the length prefix
     * @param length its length in bytes
     * @throws HeaderException if the header is malformed, or the size of its headers exceeds {@link
     *     HeaderMap#MAX_BYTES}
     */
    public static FrameHeader parse(byte[] frame, int offset, int length) throws HeaderException {
        return new FrameHeader(frame, offset, length);
    }

    private static int[] transforms(HeaderBytes header) throws HeaderException {
        int count = header.varint();
        if (count < 0 || count > MAX_TRANSFORMS) {
            throw new HeaderException("the header of a frame names " + Integer.toUnsignedString(count)
                    + " transforms, the limit is " + MAX_TRANSFORMS);
        }
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = header.varint();
        }
        return ids;
    }

    /**
     * Walks over all known infos without decoding them. Finds their end and size, and whether there are persistent
     * headers.
     */
    private static final class InfoCheck {
        private final int from;
        private int to;
        private int bytes;
        private boolean persistent;

        InfoCheck(HeaderBytes header) throws HeaderException {
            from = header.position();
            to = from;
            for (int id = nextInfo(header); isKeyValues(id); id = nextInfo(header)) {
                persistent |= id == PERSISTENT_KEY_VALUES;
                for (int left = pairs(header); left > 0; left--) {
                    add(header.skipString() + header.skipString());
                }
                to = header.position();
            }
        }

        private void add(int nameAndValue) throws HeaderException {
            bytes += HeaderMap.PAIR_BYTES + nameAndValue;
            if (bytes > HeaderMap.MAX_BYTES) {
                throw new HeaderException("the headers of a frame have more than " + HeaderMap.MAX_BYTES
                        + " bytes; each counts " + HeaderMap.PAIR_BYTES + " besides its name and its value");
            }
        }
    }

    /** Returns the id of the next info; 0, which is also the padding, at the end of the infos. */
    private static int nextInfo(HeaderBytes header) throws HeaderException {
        return header.hasRemaining() ? header.varint() : 0;
    }

    private static boolean isKeyValues(int id) {
        return id == KEY_VALUES || id == PERSISTENT_KEY_VALUES;
    }

    private static int pairs(HeaderBytes header) throws HeaderException {
        int count = header.varint();
        if (count < 0) {
            throw new HeaderException(
                    "the header of a frame has " + Integer.toUnsignedString(count) + " keys, more than its bytes");
        }
        return count;
    }

    private static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    /** {@return the flags; {@link #OUT_OF_ORDER} is the only known one} */
    public int flags() {
        return flags;
    }

    /** {@return whether the peer accepts replies in any order} */
    public boolean isOutOfOrder() {
        return (flags & OUT_OF_ORDER) != 0;
    }

    /** {@return the sequence id of the header, which a reply repeats; the message has its own} */
    public int sequenceId() {
        return sequenceId;
    }

    /** {@return the id of the protocol: {@link #BINARY}, {@link #COMPACT}, or one that this library does not know} */
    public int protocolId() {
        return protocolId;
    }

    /** {@return the index of the payload's first byte in the array of the frame} */
    public int payloadOffset() {
        return payloadOffset;
    }

    /** {@return the size of the payload in bytes, at least 1} */
    public int payloadLength() {
        return payloadLength;
    }

    /** {@return whether the payload must be {@linkplain #restore restored}; false if this header is detached} */
    public boolean isTransformed() {
        return hasTransforms() && !detached;
    }

    /** {@return whether the payload was sent with transforms} */
    public boolean hasTransforms() {
        return transforms.length > 0;
    }

    /**
     * Returns the transforms of the payload, in the order of the header.
     *
     * @throws TransformException if one is unknown, or its library is missing
     */
    public List<Transform> transforms() throws TransformException {
        List<Transform> known = new ArrayList<>();
        for (int id : transforms) {
            Transform transform = Codecs.transformOf(id)
                    .orElseThrow(() ->
                            new TransformException("transform " + Integer.toUnsignedString(id) + " is not known"));
            if (!transform.isAvailable()) {
                throw new TransformException("transform " + id + " is " + transform + ", whose library is missing");
            }
            known.add(transform);
        }
        return known;
    }

    /**
     * Undoes the transforms of the payload, the last one first.
     *
     * @param maxBytes the largest payload
     * @param charge called with a number of bytes before they are allocated; returns false if no memory is left
     * @return the payload, at least 1 byte
     * @throws TransformException if a transform is unknown, or the payload is malformed, empty or too large
     * @throws IllegalStateException if this header is {@linkplain #detached() detached}
     */
    public byte[] restore(int maxBytes, IntPredicate charge) throws TransformException {
        requirePayload();
        List<Transform> inReverse = transforms();
        Collections.reverse(inReverse);
        byte[] payload = array;
        int offset = payloadOffset;
        int length = payloadLength;
        for (Transform transform : inReverse) {
            InflatedPayload inflated = new InflatedPayload(length, payloadLength, maxBytes, charge);
            Codecs.of(transform).decompress(payload, offset, length, inflated);
            payload = inflated.array();
            offset = 0;
            length = inflated.size();
            if (length == 0) {
                throw new TransformException("the payload of a frame is empty when it is decompressed");
            }
        }
        if (payload != array && payload.length == length) {
            return payload;
        }
        InflatedPayload.charge(charge, length);
        return Arrays.copyOfRange(payload, offset, offset + length);
    }

    /**
     * Undoes the transforms of the first bytes of the payload, at a small and bounded cost.
     *
     * @param bytes the number of bytes to restore, at least 1
     * @return the first bytes of the payload; all of them if it is shorter
     * @throws TransformException if a transform is unknown, or the payload is malformed
     * @throws IllegalStateException if this header is {@linkplain #detached() detached}
     */
    public byte[] restoreBeginning(int bytes) throws TransformException {
        requirePayload();
        List<Transform> inReverse = transforms();
        Collections.reverse(inReverse);
        int[] limits = beginnings(inReverse, bytes);
        InputStream payload = new ByteArrayInputStream(array, payloadOffset, Math.min(payloadLength, limits[0]));
        try {
            for (int i = 0; i < inReverse.size(); i++) {
                payload = new LimitedInputStream(Codecs.of(inReverse.get(i)).decompressing(payload), limits[i + 1]);
            }
            try (InputStream first = payload) {
                return first.readNBytes(bytes);
            }
        } catch (TransformException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new TransformException("the payload of a frame cannot be restored", e);
        }
    }

    /** Returns how many bytes before each transform, and after the last one, may be read to restore some bytes. */
    private static int[] beginnings(List<Transform> inReverse, int bytes) {
        int[] limits = new int[inReverse.size() + 1];
        Arrays.fill(limits, BEGINNING_BYTES);
        limits[inReverse.size()] = bytes;
        for (int i = inReverse.size() - 1; i >= 0; i--) {
            if (inReverse.get(i) == Transform.ZLIB) {
                limits[i] = (int) Math.min(BEGINNING_BYTES, Zlib.maxCompressedBytes(limits[i + 1]));
            }
        }
        return limits;
    }

    /**
     * Finds the first bytes of the payload without restoring it. The cost is small, and does not depend on the payload.
     *
     * @param bytes the number of bytes to find
     * @param exact whether more than the first four bytes are to be right, which are then found more rarely
     * @return these bytes; fewer if the payload is shorter or malformed, or if they cannot be found in this way
     * @throws IllegalStateException if this header is {@linkplain #detached() detached}
     */
    public byte[] peek(int bytes, boolean exact) {
        requirePayload();
        byte[] from = array;
        int offset = payloadOffset;
        int length = payloadLength;
        for (int i = transforms.length - 1; i >= 0; i--) {
            Optional<Transform> transform = Codecs.transformOf(transforms[i]);
            byte[] into = new byte[i == 0 ? bytes : PEEKED_BYTES];
            length = transform.isEmpty() ? 0 : Codecs.peek(transform.get(), from, offset, length, into, exact);
            from = into;
            offset = 0;
        }
        return Arrays.copyOfRange(from, offset, offset + Math.min(length, bytes));
    }

    private void requirePayload() {
        if (detached) {
            throw new IllegalStateException("a detached header has no payload");
        }
    }

    /**
     * {@return the largest heap size of this header with its {@link #effectiveHeaders()}, decoded, or detached but not
     * decoded}
     */
    public int heapBytes() {
        return OBJECT_BYTES + headerBytes + inherited.asMap().size() * HeaderMap.PAIR_BYTES;
    }

    /**
     * Returns whether the frame asks its receiver, with {@link ReplyHeader#DRAIN}, to send no more messages on the
     * connection.
     *
     * @return whether the frame has this header, whatever its value
     */
    public boolean asksToDrain() {
        return has(ReplyHeader.DRAIN);
    }

    /**
     * Returns whether the frame has a header, whatever its value. Compares bytes: no header is decoded. Persistent
     * headers are ignored.
     *
     * @param name not case-sensitive, within ASCII
     */
    public boolean has(String name) {
        if (infosTo - infosFrom <= name.length()) { // only padding, as in most frames
            return false;
        }
        HeaderBytes header = new HeaderBytes(array, infosFrom, infosTo);
        try {
            for (int id = nextInfo(header); isKeyValues(id); id = nextInfo(header)) {
                for (int left = pairs(header); left > 0; left--) {
                    boolean found = header.skipStringIfEqual(name);
                    if (found && id == KEY_VALUES) {
                        return true;
                    }
                    header.skipString();
                }
            }
        } catch (HeaderException e) {
            throw changed(e);
        }
        return false;
    }

    private static IllegalStateException changed(HeaderException cause) {
        return new IllegalStateException("the array of the frame was changed", cause);
    }

    /** {@return whether there are headers that also apply to later messages of the connection} */
    public boolean hasPersistent() {
        return persistent;
    }

    /**
     * Returns one header of the frame, without decoding the others. Persistent headers of the connection are ignored.
     *
     * @param name not case-sensitive, within ASCII
     * @return the value; empty if the frame does not have the header
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(find(name));
    }

    /**
     * Returns null if the frame does not have the header. If it occurs repeatedly, the last value counts, as in a map.
     */
    private String find(String name) {
        String found = null;
        HeaderBytes header = new HeaderBytes(array, infosFrom, infosTo);
        try {
            for (int id = nextInfo(header); isKeyValues(id); id = nextInfo(header)) {
                for (int left = pairs(header); left > 0; left--) {
                    if (header.skipStringIfEqual(name) && id == KEY_VALUES) {
                        found = header.string();
                    } else {
                        header.skipString();
                    }
                }
            }
        } catch (HeaderException e) {
            throw changed(e);
        }
        return found;
    }

    /** {@return the headers of the frame by name, in the order of the frame; unmodifiable} */
    public Map<String, String> headers() {
        return decode(KEY_VALUES);
    }

    /** {@return the headers that also apply to later messages of the connection; unmodifiable} */
    public Map<String, String> persistentHeaders() {
        return persistent ? decode(PERSISTENT_KEY_VALUES) : Map.of();
    }

    /**
     * Returns this header with the persistent headers of its connection.
     *
     * @param fromConnection includes those that this frame sets
     * @return a header whose {@link #effectiveHeaders()} include them
     */
    public FrameHeader inherit(HeaderMap fromConnection) {
        return fromConnection.isEmpty()
                ? this
                : new FrameHeader(this, array, infosFrom, infosTo, detached, fromConnection);
    }

    /** {@return the persistent headers of the connection, overridden by those of the frame; unmodifiable} */
    public Map<String, String> effectiveHeaders() {
        if (inherited.isEmpty()) {
            return headers();
        }
        Map<String, String> effective = new LinkedHashMap<>(inherited.asMap());
        effective.putAll(headers());
        return Collections.unmodifiableMap(effective);
    }

    /**
     * Returns the value of one of the {@linkplain #effectiveHeaders() effective headers}, without decoding the others.
     *
     * @param name not case-sensitive, within ASCII
     * @return empty if there is none
     */
    public Optional<String> value(String name) {
        String found = find(name);
        return Optional.ofNullable(found == null ? inherited.asMap().get(name) : found);
    }

    private Map<String, String> decode(int wanted) {
        HeaderBytes header = new HeaderBytes(array, infosFrom, infosTo);
        Map<String, String> decoded = new LinkedHashMap<>();
        try {
            for (int id = nextInfo(header); isKeyValues(id); id = nextInfo(header)) {
                for (int left = pairs(header); left > 0; left--) {
                    String name = header.string();
                    String value = header.string();
                    if (id == wanted) {
                        decoded.put(name, value);
                    }
                }
            }
        } catch (HeaderException e) {
            throw changed(e);
        }
        return Collections.unmodifiableMap(decoded);
    }

    /** {@return a copy of this header that does not refer to the array of the frame; its payload cannot be restored} */
    public FrameHeader detached() {
        byte[] infos = infosFrom == infosTo ? NO_INFOS : Arrays.copyOfRange(array, infosFrom, infosTo);
        return new FrameHeader(this, infos, 0, infos.length, true, inherited);
    }
}
