package io.grizzlythrift.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Mutates messages. The same number always makes the same message. */
public final class Mutations {
    /** The type numbers of the binary and compact protocols, and the syntax of JSON. */
    private static final byte[] BYTES =
            join(new byte[] {0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 127, -1}, ascii("[]{},:\"\\-09eE.t"));

    private static final int[] NUMBERS = {
        -1, 0, 1, 15, 16, 255, 256, 65_536, 1 << 20, 100_000_000, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final String[] WORDS = {
        "100000000", "-1", "0", "\"lst\"", "\"rec\"", "\"map\"", "\"set\"", "\"str\"", "1e999", "\\ud83d"
    };

    private final List<byte[]> messages;

    public Mutations(List<byte[]> messages) {
        this.messages = messages;
    }

    /** Makes one to four changes to one of the messages. The result is never empty, as no frame is. */
    public byte[] make(long number) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] message = messages.get(random.nextInt(messages.size()));
        int faults = 1 + random.nextInt(4);
        for (int i = 0; i < faults; i++) {
            byte[] spoilt = spoil(message, random);
            message = spoilt.length > 0 ? spoilt : message;
        }
        return message;
    }

    private byte[] spoil(byte[] message, SplittableRandom random) {
        int at = random.nextInt(message.length);
        return switch (random.nextInt(8)) {
            case 0 -> flip(message, at, random.nextInt(8));
            case 1 -> Arrays.copyOf(message, at);
            case 2 -> splice(message, at, random);
            case 3 -> put(message, at, BYTES[random.nextInt(BYTES.length)]);
            case 4 -> put(message, at, number(random));
            case 5 -> put(message, at, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) random.nextInt(256));
            case 6 -> doubled(message, at, 1 + random.nextInt(Math.min(100, message.length)));
            default -> put(message, at, ascii(WORDS[random.nextInt(WORDS.length)]));
        };
    }

    private static byte[] flip(byte[] message, int at, int bit) {
        byte[] flipped = message.clone();
        flipped[at] ^= (byte) (1 << bit);
        return flipped;
    }

    /** Joins the beginning of one message and the end of another. */
    private byte[] splice(byte[] message, int at, SplittableRandom random) {
        byte[] other = messages.get(random.nextInt(messages.size()));
        return join(Arrays.copyOf(message, at), tail(other, random.nextInt(other.length)));
    }

    /** Overwrites bytes, as far as there is room. */
    private static byte[] put(byte[] message, int at, byte... bytes) {
        byte[] changed = message.clone();
        System.arraycopy(bytes, 0, changed, at, Math.min(bytes.length, changed.length - at));
        return changed;
    }

    /** Returns a length for the binary protocol. */
    private static byte[] number(SplittableRandom random) {
        return ByteBuffer.allocate(Integer.BYTES)
                .putInt(NUMBERS[random.nextInt(NUMBERS.length)])
                .array();
    }

    /** Repeats a part of the message right behind itself. */
    private static byte[] doubled(byte[] message, int at, int length) {
        int end = Math.min(message.length, at + length);
        return join(Arrays.copyOf(message, end), tail(message, at));
    }

    private static byte[] tail(byte[] message, int from) {
        return Arrays.copyOfRange(message, from, message.length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}
