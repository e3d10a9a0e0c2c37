package io.grizzlythrift.internal.frame;

import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The fuzz target for the ends of unframed messages: any bytes, split at any places. The result must not depend on the
 * places, and must agree with libthrift.
 *
 * <p>Byte 0 of the input chooses the protocol and the limit of the message length; byte 1 is the number of pieces
 * before the last one, followed by the size of each in one byte. The rest is the stream.
 */
public final class ScanFuzz {
    private static final int COMPACT = 0x80;
    private static final int POWERS = 21;

    private final ThriftProtocol protocol;
    private final int maxBytes;
    private final int[] sizes;
    private final byte[] stream;

    private ScanFuzz(byte[] input) {
        int control = input.length > 0 ? input[0] & 0xff : 0;
        protocol = (control & COMPACT) == 0 ? ThriftProtocol.BINARY : ThriftProtocol.COMPACT;
        maxBytes = 1 << (control & ~COMPACT) % POWERS;
        int pieces = input.length > 1 ? Math.min(input[1] & 0xff, input.length - 2) : 0;
        sizes = new int[pieces];
        for (int i = 0; i < pieces; i++) {
            sizes[i] = input[2 + i] & 0xff;
        }
        stream = Arrays.copyOfRange(input, Math.min(input.length, 2 + pieces), input.length);
    }

    /**
     * Called by the fuzzer.
     *
     * @param input as described for the class
     */
    public static void fuzzerTestOneInput(byte[] input) {
        new ScanFuzz(input).check();
    }

    /**
     * Returns messages of all methods in both protocols, alone and one after the other, split in several ways.
     *
     * @return the initial corpus of the fuzzer
     */
    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>(List.of(new byte[0], new byte[1], new byte[2]));
        for (ThriftProtocol protocol : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT)) {
            byte[] last = {};
            for (byte[] message : Scanners.messages(protocol)) {
                seeds.add(input(protocol, 20, new byte[] {1, 3, 0, 100, -1}, message));
                seeds.add(input(protocol, 20, new byte[] {33}, join(last, message)));
                seeds.add(input(protocol, 6, new byte[0], message));
                last = message;
            }
        }
        return seeds;
    }

    static byte[] input(ThriftProtocol protocol, int limitPower, byte[] sizes, byte[] stream) {
        return ByteBuffer.allocate(2 + sizes.length + stream.length)
                .put((byte) (protocol == ThriftProtocol.BINARY ? limitPower : COMPACT | limitPower))
                .put((byte) sizes.length)
                .put(sizes)
                .put(stream)
                .array();
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    /** The ends that a scanner found, and the reason why it stopped, which is empty at the end of the stream. */
    private record Found(List<Integer> ends, String rejection) {}

    private void check() {
        Found whole = scan(new int[0]);
        Found split = scan(sizes);
        require(whole.equals(split), "in pieces " + split + ", as a whole " + whole);
        int begin = 0;
        for (int end : whole.ends) {
            require(end - begin <= maxBytes, "a message of " + (end - begin) + " bytes, the limit is " + maxBytes);
            OptionalInt expected = Scanners.endByLibthrift(protocol, stream, begin);
            require(expected.isEmpty() || expected.getAsInt() == end, end + " is found, " + expected + " expected");
            begin = end;
        }
        OptionalInt missed = Scanners.endByLibthrift(protocol, stream, begin);
        if (missed.isPresent() && missed.getAsInt() - begin <= maxBytes) {
            // libthrift reads varints of any length, and more levels.
            require(
                    whole.rejection.contains("varint") || whole.rejection.contains("within each other"),
                    missed + " is not found: " + whole);
        }
    }

    private Found scan(int[] pieces) {
        MessageScanner scanner = Scanners.of(protocol, maxBytes);
        List<Integer> ends = new ArrayList<>();
        int from = 0;
        try {
            for (int i = 0; i <= pieces.length; i++) {
                int to = i < pieces.length ? Math.min(stream.length, from + pieces[i]) : stream.length;
                from = skipMissing(scanner, from, to, i);
                while (from < to) {
                    int end = scanner.scan(stream, from, to);
                    require(end == MessageScanner.MORE || (end > from && end <= to), "an end at " + end);
                    if (end != MessageScanner.MORE) {
                        ends.add(end);
                    }
                    from = end == MessageScanner.MORE ? to : end;
                }
            }
            return new Found(ends, "");
        } catch (MalformedMessageException e) {
            return new Found(ends, e.getMessage());
        }
    }

    /** Skips missing bytes in every third piece, as a direct read does. */
    private static int skipMissing(MessageScanner scanner, int from, int to, int piece) {
        int count = piece % 3 == 2 ? Math.min(scanner.missingBytes(), to - from) : 0;
        scanner.skipMissing(count);
        return from + count;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
