package io.grizzlythrift.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.test.server.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that replies become frames that clients accept, and that the bytes of these frames are counted. */
public final class SaslReplyWriterTest {
    private static final long SEED = 20_261_128;
    private static final int MAX_FRAME = 1 << 20;

    /** Keeps what is written. */
    private static final class Socket implements ReplyWriter {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(byte[] bytes, int offset, int length) {
            assertTrue(length > 0, "an empty write");
            written.write(bytes, offset, length);
        }

        @Override
        public int unsentBytes() {
            return 0;
        }

        @Override
        public void abort(Throwable cause) {
            throw new AssertionError(cause);
        }
    }

    /** Adds bytes to each part. */
    private static final class Padding implements SaslExchange.Protection {
        private static final int MORE = 60;

        @Override
        public byte[] unwrap(byte[] array, int from, int length) {
            return Arrays.copyOfRange(array, from, from + length - MORE);
        }

        @Override
        public byte[] wrap(byte[] array, int from, int length) {
            return Arrays.copyOf(Arrays.copyOfRange(array, from, from + length), length + MORE);
        }

        @Override
        public int maxWrapBytes() {
            return 1000;
        }
    }

    @DataProvider
    Object[][] writes() {
        int[][] replies = {
            {20},
            {20, 20, 20},
            {MAX_FRAME - 4, 20},
            {MAX_FRAME},
            {MAX_FRAME + 1},
            {20, MAX_FRAME + 1, 20, 3 * MAX_FRAME},
            {40_000, 2 * MAX_FRAME, 3 * MAX_FRAME + 7, 20, 20}
        };
        List<Object[]> rows = new ArrayList<>();
        for (int[] sizes : replies) {
            for (boolean charged : new boolean[] {false, true}) {
                rows.add(new Object[] {sizes, charged});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    /** Replies that are frames are written as they are, unless they are too large for a client. */
    @Test(dataProvider = "writes")
    public void framedReplies(int[] sizes, boolean charged) throws IOException {
        byte[][] replies = random(sizes);
        byte[] given = RawClient.framed(replies);
        List<byte[]> frames = written(Optional.empty(), true, given, charged);
        assertTrue(frames.stream().allMatch(frame -> frame.length <= MAX_FRAME));
        assertEquals(concat(frames), concat(Arrays.asList(replies)));
        if (Arrays.stream(sizes).allMatch(size -> size <= MAX_FRAME)) {
            assertEquals(frames.size(), sizes.length);
        }
    }

    @Test(dataProvider = "writes")
    public void streamedReplies(int[] sizes, boolean charged) throws IOException {
        byte[] given = concat(Arrays.asList(random(sizes)));
        List<byte[]> frames = written(Optional.empty(), false, given, charged);
        assertTrue(frames.stream().allMatch(frame -> frame.length <= MAX_FRAME));
        assertEquals(concat(frames), given);
    }

    @Test(dataProvider = "writes")
    public void protectedReplies(int[] sizes, boolean charged) throws IOException {
        byte[] given = concat(Arrays.asList(random(sizes)));
        List<byte[]> frames = written(Optional.of(new Padding()), false, given, charged).stream()
                .map(frame -> new Padding().unwrap(frame, 0, frame.length))
                .toList();
        assertEquals(concat(frames), given);
    }

    /** Returns the frames that a socket gets; checks that nothing is charged, and that all of its bytes are counted. */
    private static List<byte[]> written(
            Optional<SaslExchange.Protection> protection, boolean framed, byte[] given, boolean charged)
            throws IOException {
        MemoryAccount memory = new MemoryBudget(1 << 26).open();
        Socket socket = new Socket();
        SaslReplyWriter writer = new SaslReplyWriter(socket);
        writer.begin(protection);
        if (framed) {
            writer.passFrames();
        }
        if (charged) {
            assertTrue(memory.charge(MemoryPart.UNSENT_REPLIES, given.length));
            writer.writeCharged(given, memory);
        } else {
            byte[] padded = new byte[given.length + 20];
            System.arraycopy(given, 0, padded, 10, given.length);
            writer.write(padded, 10, given.length);
        }
        assertEquals(memory.bytes(), 0);
        assertEquals(given.length + writer.addedBytes(), socket.written.size());
        List<byte[]> frames = new ArrayList<>();
        for (ByteBuffer all = ByteBuffer.wrap(socket.written.toByteArray()); all.hasRemaining(); ) {
            byte[] frame = new byte[all.getInt()];
            all.get(frame);
            frames.add(frame);
        }
        return frames;
    }

    private static byte[][] random(int[] sizes) {
        Random random = new Random(SEED);
        byte[][] replies = new byte[sizes.length][];
        for (int i = 0; i < sizes.length; i++) {
            replies[i] = new byte[sizes[i]];
            random.nextBytes(replies[i]);
        }
        return replies;
    }

    private static byte[] concat(List<byte[]> parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        parts.forEach(joined::writeBytes);
        return joined.toByteArray();
    }
}
