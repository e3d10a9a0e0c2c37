package io.grizzlythrift.test.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.github.luben.zstd.Zstd;
import io.grizzlythrift.message.ThriftProtocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A frame with a header, encoded and decoded step by step according to the specification, independently of the package
 * {@code header}. Test clients send and read such frames.
 */
public final class HeaderFrame {
    public static final int ZLIB = 1;
    public static final int ZSTD = 5;
    private static final int MAGIC = 0x0fff;
    private static final int KEY_VALUES = 1;
    private static final int PERSISTENT = 2;

    private int protocolId;
    private int flags;
    private int sequenceId;
    private final List<Integer> transforms = new ArrayList<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> persistent = new LinkedHashMap<>();
    private byte[] behindInfos = {};
    private byte[] payload = {};

    /** Creates a frame with a message that is not transformed. Its header has the same sequence id as the message. */
    public static HeaderFrame of(ThriftProtocol protocol, int sequenceId, byte[] message) {
        HeaderFrame frame = new HeaderFrame();
        frame.protocolId = protocol == ThriftProtocol.COMPACT ? 2 : 0;
        frame.sequenceId = sequenceId;
        frame.payload = message;
        return frame;
    }

    /** Decodes a frame, without its length. Fails if it violates the specification. */
    public static HeaderFrame read(byte[] bytes) throws IOException {
        HeaderFrame frame = new HeaderFrame();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        assertEquals(in.getShort(), (short) MAGIC);
        frame.flags = in.getShort() & 0xffff;
        frame.sequenceId = in.getInt();
        int end = 4 * (in.getShort() & 0xffff);
        end += in.position();
        frame.protocolId = readVarint(in);
        for (int left = readVarint(in); left > 0; left--) {
            frame.transforms.add(readVarint(in));
        }
        int info = in.position() < end ? readVarint(in) : 0;
        while (info != 0) {
            assertTrue(info == KEY_VALUES || info == PERSISTENT, "info " + info);
            for (int left = readVarint(in); left > 0; left--) {
                (info == KEY_VALUES ? frame.headers : frame.persistent).put(readString(in), readString(in));
            }
            info = in.position() < end ? readVarint(in) : 0;
        }
        while (in.position() < end) {
            assertEquals(in.get(), (byte) 0, "padding");
        }
        assertEquals(in.position(), end);
        frame.payload = new byte[in.remaining()];
        in.get(frame.payload);
        for (int i = frame.transforms.size() - 1; i >= 0; i--) {
            frame.payload = restored(frame.payload, frame.transforms.get(i));
        }
        return frame;
    }

    private static byte[] restored(byte[] bytes, int transform) throws IOException {
        return transform == ZLIB
                ? new InflaterInputStream(new ByteArrayInputStream(bytes)).readAllBytes()
                : Zstd.decompress(bytes, (int) Zstd.getFrameContentSize(bytes));
    }

    public HeaderFrame protocolId(int id) {
        protocolId = id;
        return this;
    }

    public HeaderFrame flags(int set) {
        flags = set;
        return this;
    }

    public HeaderFrame sequenceId(int id) {
        sequenceId = id;
        return this;
    }

    public HeaderFrame header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    public HeaderFrame persistent(String name, String value) {
        persistent.put(name, value);
        return this;
    }

    /** Adds bytes after the last info. */
    public HeaderFrame behindInfos(byte... bytes) {
        behindInfos = bytes;
        return this;
    }

    /** Compresses the payload. */
    public HeaderFrame compress(int transform) throws IOException {
        if (transform == ZLIB) {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (DeflaterOutputStream deflater = new DeflaterOutputStream(compressed)) {
                deflater.write(payload);
            }
            payload = compressed.toByteArray();
        } else {
            payload = Zstd.compress(payload);
        }
        return transform(transform);
    }

    /** Adds the id of a transform to the header, without transforming the payload. */
    public HeaderFrame transform(int id) {
        transforms.add(id);
        return this;
    }

    /** Encodes the frame, without its length. */
    public byte[] bytes() {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        writeVarint(header, protocolId);
        writeVarint(header, transforms.size());
        transforms.forEach(transform -> writeVarint(header, transform));
        writeInfo(header, KEY_VALUES, headers);
        writeInfo(header, PERSISTENT, persistent);
        header.writeBytes(behindInfos);
        while (header.size() % 4 != 0) {
            header.write(0);
        }
        return ByteBuffer.allocate(10 + header.size() + payload.length)
                .putShort((short) MAGIC)
                .putShort((short) flags)
                .putInt(sequenceId)
                .putShort((short) (header.size() / 4))
                .put(header.toByteArray())
                .put(payload)
                .array();
    }

    private static void writeInfo(ByteArrayOutputStream out, int id, Map<String, String> pairs) {
        if (!pairs.isEmpty()) {
            writeVarint(out, id);
            writeVarint(out, pairs.size());
            pairs.forEach((name, value) -> {
                for (String text : List.of(name, value)) {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    writeVarint(out, bytes.length);
                    out.writeBytes(bytes);
                }
            });
        }
    }

    private static void writeVarint(ByteArrayOutputStream out, int value) {
        int left = value;
        while (left < 0 || left > 0x7f) {
            out.write((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.write(left);
    }

    private static int readVarint(ByteBuffer in) {
        int value = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            value |= (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }

    private static String readString(ByteBuffer in) {
        byte[] bytes = new byte[readVarint(in)];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public int protocolId() {
        return protocolId;
    }

    public int flags() {
        return flags;
    }

    public int sequenceId() {
        return sequenceId;
    }

    public List<Integer> transforms() {
        return transforms;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public Map<String, String> persistentHeaders() {
        return persistent;
    }

    public byte[] payload() {
        return payload;
    }

    /** Returns the message as a reply in the protocol that the header names. */
    public Reply reply() throws Exception {
        return new Reply(protocolId == 2 ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY, payload);
    }
}
