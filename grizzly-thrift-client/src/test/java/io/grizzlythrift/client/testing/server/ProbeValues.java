package io.grizzlythrift.client.testing.server;

import io.grizzlythrift.client.gen.Colour;
import io.grizzlythrift.client.gen.Parcel;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Edge-case values for the content of a message. */
public final class ProbeValues {
    public static final int MEGABYTE = 1 << 20;

    /**
     * An empty string, control characters, characters of two to four bytes in UTF-8, characters that JSON escapes, and
     * more than one read.
     */
    public static final List<String> STRINGS = List.of(
            "",
            "a",
            "\u0000\t\n\r\u001f\u007f",
            "\"quoted\" \\ / {}[]:,",
            "Grüße, 日本語, 😀",
            "\uFEFF\uFFFD\uFFFF",
            "é".repeat(1000),
            "0123456789".repeat(7_000));

    private ProbeValues() {}

    /** Returns a parcel with every field except the list of uuid, which some servers cannot read. */
    public static Parcel fullParcel() {
        return new Parcel()
                .setName("näme")
                .setCount(Long.MIN_VALUE)
                .setTruth(true)
                .setReal(-0.5)
                .setPayload(bytes(300))
                .setWords(List.of("", "one", "😀"))
                .setNames(Map.of(Integer.MIN_VALUE, "least", 0, "", Integer.MAX_VALUE, "most"))
                .setNumbers(Set.of(Long.MIN_VALUE, 0L, Long.MAX_VALUE))
                .setInner(bareParcel().setInner(bareParcel()))
                .setColour(Colour.GREEN);
    }

    /** Returns a parcel with only its required field. */
    public static Parcel bareParcel() {
        return new Parcel().setName("");
    }

    /** Returns a parcel in which every container is set and empty. */
    public static Parcel emptyParcel() {
        return bareParcel()
                .setPayload(new byte[0])
                .setWords(List.of())
                .setNames(Map.of())
                .setNumbers(Set.of());
    }

    public static Parcel uuidParcel() {
        return fullParcel().setIds(List.of(new UUID(0, 0), new UUID(Long.MIN_VALUE, -1), new UUID(1, 2)));
    }

    /** Returns bytes that differ from their neighbors. */
    public static ByteBuffer bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i ^ i >>> 8 ^ i >>> 16);
        }
        return ByteBuffer.wrap(bytes);
    }
}
