package io.grizzlythrift.client.peers;

import io.grizzlythrift.client.peers.gen.Colour;
import io.grizzlythrift.client.peers.gen.Everything;
import io.grizzlythrift.client.peers.gen.Point;
import io.grizzlythrift.client.peers.gen.Rejected;
import io.grizzlythrift.client.peers.gen.Shape;
import io.grizzlythrift.client.peers.gen.Uuids;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;

/** The values that peers of other languages send and expect. */
final class PeerSamples {
    private PeerSamples() {}

    /** Returns the same value that each program in another language defines by itself. */
    static Everything everything(Set<String> leftOut) {
        Everything all = new Everything()
                .setYes(true)
                .setNo(false)
                .setFlags(List.of(true, false, true))
                .setBytes(List.of(Byte.MIN_VALUE, (byte) -1, (byte) 0, (byte) 1, Byte.MAX_VALUE))
                .setShorts(List.of(Short.MIN_VALUE, (short) -1, (short) 0, (short) 1, Short.MAX_VALUE))
                .setInts(List.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE))
                .setLongs(List.of(
                        Long.MIN_VALUE, -9_007_199_254_740_993L, -1L, 0L, 1L, 9_007_199_254_740_993L, Long.MAX_VALUE))
                .setDoubles(List.of(0.0, 1.0, -1.5, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, -1e-7))
                .setOddDoubles(List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN))
                .setStrings(List.of("", "a", "tab\t line\n quote\" back\\ slash/", "Grüße", "日本語", "\uD83D\uDE00"))
                .setControls("\0\u001F\u007F")
                .setBlobs(List.of(bytes(), bytes(0xff), bytes(0, 1), bytes(0x80, 0x7f, 0xfe), allBytes()))
                .setColour(Colour.FAR)
                .setPoint(point())
                .setShapes(List.of(
                        Shape.dot(point(1, 2).setWeight((short) 9)),
                        Shape.line(List.of(point(0, 0), point(5, 5).setLabel("end"))),
                        Shape.name("circle")))
                .setNumbers(Set.of(-1, 0, Integer.MAX_VALUE))
                .setWords(Set.of("", "a", "ß"))
                .setPoints(Set.of(point(1, 2), point(1, 2).setLabel("l")))
                .setAges(Map.of("", 0, "ann", 30, "bob", -1))
                .setLists(Map.of(-5, List.of("x", "y"), 5, List.of()))
                .setNested(Map.of("outer", Map.of(7, Set.of(Colour.RED, Colour.FAR), 8, Set.of()), "empty", Map.of()))
                .setByLong(Map.of(Long.MAX_VALUE, 0.5, -1L, -0.5))
                .setByPoint(Map.of(point(1, 2), "here"))
                .setTimeout(86_400_000_000L)
                .setPath(List.of(point(0, 0), point(-1, -1)))
                .setPresent("there")
                .setEmptyList(List.of())
                .setEmptySet(Set.of())
                .setEmptyMap(Map.of())
                .setSixteen(IntStream.range(0, 16).boxed().toList())
                .setZeros(List.of(0.0, -0.0));
        for (Everything._Fields field : Everything._Fields.values()) {
            leaveOut(all, field, leftOut);
        }
        return all;
    }

    static Uuids uuids(Set<String> leftOut) {
        UUID one = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        Uuids uuids = new Uuids(one).setMany(List.of(one, new UUID(0, 0), new UUID(-1, -1)));
        leaveOut(uuids, Uuids._Fields.MANY, leftOut);
        return uuids;
    }

    static Point point() {
        return point(3, -4).setLabel("p");
    }

    private static Point point(int x, int y) {
        return new Point().setX(x).setY(y);
    }

    static ByteBuffer allBytes() {
        return bytes(IntStream.range(0, 256).toArray());
    }

    /** Throws if two structs differ, with the name of the first field that does. */
    static <T extends TBase<T, F>, F extends TFieldIdEnum> void requireSame(T expected, T actual, F[] fields)
            throws Rejected {
        for (F field : fields) {
            Object value = expected.getFieldValue(field);
            Object other = actual.getFieldValue(field);
            if (!Objects.equals(value, other)) {
                throw new Rejected().setField(field.getFieldName()).setReason("expected " + value + ", got " + other);
            }
        }
    }

    private static <T extends TBase<T, F>, F extends TFieldIdEnum> void leaveOut(T all, F field, Set<String> leftOut) {
        if (leftOut.contains(field.getFieldName())) {
            all.setFieldValue(field, null);
        }
    }

    private static ByteBuffer bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteBuffer.wrap(bytes);
    }
}
