package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Containers;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Tree;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Values at the edges of every type. */
public final class TestValues {
    /**
     * An empty string, control characters, characters of two to four bytes in UTF-8 (the last a surrogate pair), and
     * characters that JSON escapes.
     */
    public static final List<String> STRINGS = List.of(
            "",
            "a",
            " ",
            "\u0000",
            "\t\n\r\b\f\u001f\u007f",
            "\"quoted\" \\ / {}[]:,",
            "Grüße",
            "日本語",
            "😀",
            "a😀b\uD834\uDD1Ec",
            "\uFEFF\uFFFD\uFFFF",
            "é".repeat(1000),
            "😀".repeat(20_000));

    public static final List<Double> DOUBLES = List.of(
            0.0,
            -0.0,
            1.0,
            -1.5,
            Math.PI,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            1e-300,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);

    public static final List<Long> LONGS = List.of(
            0L,
            1L,
            -1L,
            127L,
            128L,
            -129L,
            1L << 31,
            -(1L << 31) - 1,
            1L << 53,
            (1L << 53) + 1,
            Long.MAX_VALUE,
            Long.MIN_VALUE);

    public static final List<UUID> UUIDS = List.of(
            new UUID(0, 0),
            new UUID(-1, -1),
            new UUID(Long.MIN_VALUE, Long.MAX_VALUE),
            UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));

    private TestValues() {}

    /** Returns a struct in which every field is set. */
    public static Mixed fullMixed() {
        return new Mixed("näme", -7, 14, List.of("", "one", "😀"))
                .setCount(Long.MIN_VALUE)
                .setGreeting("hello")
                .setPayload(new byte[] {0, -1, 127, -128})
                .setColour(Colour.INFRARED)
                .setFarAway(true);
    }

    /** Returns a struct with only its required field; the others are absent or have their defaults. */
    public static Mixed bareMixed() {
        return new Mixed().setName("");
    }

    public static Scalars highScalars() {
        return new Scalars(
                true,
                Byte.MAX_VALUE,
                Short.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Double.MAX_VALUE,
                "high \uD83D\uDE00",
                bytes(300),
                UUIDS.get(1),
                Colour.BLUE);
    }

    public static Scalars lowScalars() {
        return new Scalars(
                false,
                Byte.MIN_VALUE,
                Short.MIN_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                -Double.MAX_VALUE,
                "",
                bytes(0),
                UUIDS.get(0),
                Colour.INFRARED);
    }

    /** Returns a tree of this depth that branches at each level. */
    public static Tree tree(int depth) {
        Tree tree = new Tree().setLabel("depth " + depth);
        return depth == 0
                ? tree
                : tree.setLeft(tree(depth - 1)).setChildren(List.of(new Tree().setLabel("leaf"), new Tree()));
    }

    /** Returns one value for each field of the union, one inside another. */
    public static List<Choice> choices() {
        return List.of(
                Choice.truth(false),
                Choice.number(Long.MIN_VALUE),
                Choice.text(""),
                Choice.text("😀"),
                Choice.scalars(highScalars()),
                Choice.choices(List.of()),
                Choice.choices(List.of(Choice.number(1), Choice.choices(List.of(Choice.truth(true))))));
    }

    public static Containers fullContainers() {
        return new Containers(
                List.of(true, false, true),
                Set.of("", "word", "日本"),
                Map.of(Integer.MIN_VALUE, "min", 0, "", Integer.MAX_VALUE, "max"),
                deep(),
                Map.of(Colour.RED, List.of(), Colour.INFRARED, List.of(fullMixed(), bareMixed())),
                Set.copyOf(choices()),
                List.of(List.of(), List.of(List.of()), List.of(LONGS, List.of(1L))),
                Map.of(List.of(), Set.of(), List.of(1, 2), Set.of(tree(2), tree(0))),
                Map.of(Long.MIN_VALUE, Double.MIN_VALUE, Long.MAX_VALUE, Double.POSITIVE_INFINITY),
                List.of(bytes(0), bytes(257)),
                Arrays.asList(Colour.values()));
    }

    /** Returns a struct in which every container is set and empty. */
    public static Containers emptyContainers() {
        return new Containers(
                List.of(), Set.of(), Map.of(), Map.of(), Map.of(), Set.of(), List.of(), Map.of(), Map.of(), List.of(),
                List.of());
    }

    public static Map<String, List<Set<Integer>>> deep() {
        return Map.of(
                "", List.of(),
                "empty inside", List.of(Set.of(), Set.of()),
                "full", List.of(Set.of(1, 2, 3), Set.of(Integer.MIN_VALUE, Integer.MAX_VALUE)));
    }

    /** Returns bytes that differ from their neighbours. */
    public static ByteBuffer bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i ^ i >>> 8 ^ i >>> 16);
        }
        return ByteBuffer.wrap(bytes);
    }

    /** Returns a list that cannot be encoded, which becomes apparent only after many elements. */
    static List<String> nullAfter(int elements) {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            list.add("element " + i);
        }
        list.add(null);
        return list;
    }
}
