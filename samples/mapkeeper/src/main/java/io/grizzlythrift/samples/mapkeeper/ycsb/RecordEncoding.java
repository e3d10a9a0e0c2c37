package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes the fields of a YCSB record as the single value that MapKeeper stores under a key: one field after the other,
 * in any order.
 *
 * <pre>
 *   +-------------+--------------+--------------+---------------+
 *   | name length | name, UTF-8  | value length | value         |   per field; lengths are in bytes,
 *   | 4 bytes     |              | 4 bytes      |               |   big-endian, 0 or more
 *   +-------------+--------------+--------------+---------------+
 * </pre>
 */
public final class RecordEncoding {
    private RecordEncoding() {}

    /**
     * Encodes a record.
     *
     * @param fields values by name
     * @return its bytes, for {@link #decode}
     */
    public static ByteBuffer encode(Map<String, byte[]> fields) {
        List<byte[]> parts = new ArrayList<>(2 * fields.size());
        int length = 0;
        for (Map.Entry<String, byte[]> field : fields.entrySet()) {
            byte[] name = field.getKey().getBytes(StandardCharsets.UTF_8);
            parts.add(name);
            parts.add(field.getValue());
            length += 2 * Integer.BYTES + name.length + field.getValue().length;
        }
        ByteBuffer record = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            record.putInt(part.length).put(part);
        }
        return record.flip();
    }

    /**
     * Decodes a record.
     *
     * @param bytes a whole record
     * @return values by name
     * @throws IllegalArgumentException if the bytes are not a record, or name a field twice
     */
    public static Map<String, byte[]> decode(byte[] bytes) {
        ByteBuffer record = ByteBuffer.wrap(bytes);
        Map<String, byte[]> fields = new LinkedHashMap<>();
        while (record.hasRemaining()) {
            String name = new String(part(record), StandardCharsets.UTF_8);
            if (fields.put(name, part(record)) != null) {
                throw new IllegalArgumentException("field " + name + " appears twice");
            }
        }
        return fields;
    }

    private static byte[] part(ByteBuffer record) {
        int at = record.position();
        int left = record.remaining() - Integer.BYTES;
        int length = left < 0 ? -1 : record.getInt();
        if (length < 0 || length > left) {
            throw new IllegalArgumentException("no valid length at byte " + at + " of " + record.limit());
        }
        byte[] part = new byte[length];
        record.get(part);
        return part;
    }
}
