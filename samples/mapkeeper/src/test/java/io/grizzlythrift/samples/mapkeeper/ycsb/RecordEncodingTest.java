package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.expectThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

public class RecordEncodingTest {
    @Test
    public void writesLengthAndBytesOfNameAndValue() {
        byte[] expected = {0, 0, 0, 2, 'f', '0', 0, 0, 0, 3, 1, -1, 0};
        assertEquals(encode(Map.of("f0", new byte[] {1, -1, 0})), expected);
    }

    @Test
    public void decodesWhatItEncoded() {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        fields.put("field1", "one".getBytes(StandardCharsets.UTF_8));
        fields.put("größe", new byte[0]);
        fields.put("", new byte[70_000]);
        Map<String, byte[]> decoded = RecordEncoding.decode(encode(fields));
        assertEquals(List.copyOf(decoded.keySet()), List.copyOf(fields.keySet()));
        fields.forEach((name, value) -> assertEquals(decoded.get(name), value));
    }

    @Test
    public void noFieldsAreNoBytes() {
        assertEquals(encode(Map.of()).length, 0);
        assertEquals(RecordEncoding.decode(new byte[0]), Map.of());
    }

    @Test
    public void rejectsEveryTruncation() {
        byte[] record = encode(Map.of("field", new byte[] {1, 2, 3}));
        for (int length = 1; length < record.length; length++) {
            byte[] part = Arrays.copyOf(record, length);
            assertThrows(IllegalArgumentException.class, () -> RecordEncoding.decode(part));
        }
    }

    @Test
    public void rejectsLengthsBeyondTheRecordBeforeAllocating() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1}) {
            byte[] record = ByteBuffer.allocate(4).putInt(length).array();
            String message = expectThrows(IllegalArgumentException.class, () -> RecordEncoding.decode(record))
                    .getMessage();
            assertEquals(message, "no valid length at byte 0 of 4");
        }
    }

    @Test
    public void rejectsAFieldThatAppearsTwice() {
        byte[] once = encode(Map.of("f", new byte[1]));
        byte[] twice = ByteBuffer.allocate(2 * once.length).put(once).put(once).array();
        assertThrows(IllegalArgumentException.class, () -> RecordEncoding.decode(twice));
    }

    private static byte[] encode(Map<String, byte[]> fields) {
        ByteBuffer record = RecordEncoding.encode(fields);
        byte[] bytes = new byte[record.remaining()];
        record.get(bytes);
        return bytes;
    }
}
