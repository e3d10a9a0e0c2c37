package io.grizzlythrift.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that each message becomes a frame of its own, however frames and reads cut the messages. */
public final class MessageFramesTest {
    private static final int MAX_BYTES = 1 << 16;
    private static final long SEED = 20_261_128;
    private static final int PADDING = 10;

    private MemoryAccount memory;

    @BeforeMethod
    void openAccount() {
        memory = new MemoryBudget(1 << 20).open();
    }

    /** How messages lie in frames. */
    private enum Cut {
        ONE_MESSAGE_EACH,
        SEVERAL_EACH,
        ANYWHERE
    }

    private IncomingFrames newFrames() {
        return new UnprotectedFrames(
                MAX_BYTES,
                length -> new MessageFrames(MAX_BYTES, length, new HeapMemoryManager(), memory),
                length -> new PlainFrames(MAX_BYTES, length));
    }

    @DataProvider
    Object[][] cuts() {
        return Arrays.stream(Cut.values()).map(cut -> new Object[] {cut}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "cuts")
    public void everyMessageBecomesAFrame(Cut cut) throws Exception {
        for (int round = 0; round < 300; round++) {
            Random random = new Random(SEED + round);
            List<byte[]> messages = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                ThriftProtocol protocol = random.nextInt(4) == 0 ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
                messages.add(new Requests(protocol).echoString(i, "x".repeat(random.nextInt(200))));
            }
            byte[] wanted = RawClient.framed(messages.toArray(byte[][]::new));
            byte[] sent = RawClient.framed(payloads(messages, cut, random).toArray(byte[][]::new));
            assertEquals(takenInReads(newFrames(), sent, random, 1 + 4 * round), wanted, "round " + round);
            assertEquals(memory.bytes(), 0);
        }
    }

    private static List<byte[]> payloads(List<byte[]> messages, Cut cut, Random random) {
        List<byte[]> payloads = new ArrayList<>();
        if (cut == Cut.ANYWHERE) {
            byte[] stream = concat(messages);
            for (int from = 0; from < stream.length; ) {
                int to = Math.min(stream.length, from + random.nextInt(200));
                payloads.add(Arrays.copyOfRange(stream, from, to)); // some are empty
                from = to;
            }
            return payloads;
        }
        for (int from = 0; from < messages.size(); ) {
            int to = cut == Cut.ONE_MESSAGE_EACH ? from + 1 : Math.min(messages.size(), from + random.nextInt(4));
            payloads.add(concat(messages.subList(from, to)));
            from = to;
        }
        return payloads;
    }

    private static byte[] concat(List<byte[]> parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        parts.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    /** Whole frames come with the read that completes them. */
    private static byte[] takenInReads(IncomingFrames frames, byte[] sent, Random random, int maxRead)
            throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        for (int position = 0; position < sent.length; ) {
            int count = Math.min(sent.length - position, 1 + random.nextInt(maxRead));
            Buffer messages = frames.take(read(Arrays.copyOfRange(sent, position, position + count)));
            if (messages != null) {
                byte[] bytes = new byte[messages.remaining()];
                messages.get(bytes);
                taken.writeBytes(bytes);
                assertTrue(areWhole(bytes), "a part of a frame");
            }
            position += count;
        }
        return taken.toByteArray();
    }

    private static boolean areWhole(byte[] frames) {
        int position = 0;
        while (position < frames.length) {
            position += Integer.BYTES + ByteBuffer.wrap(frames).getInt(position);
        }
        return position == frames.length;
    }

    /** Returns a buffer whose bytes are in the midst of its array. */
    private static Buffer read(byte[] bytes) {
        byte[] array = new byte[bytes.length + 2 * PADDING];
        System.arraycopy(bytes, 0, array, PADDING, bytes.length);
        return Buffers.wrap(new HeapMemoryManager(), array, PADDING, bytes.length);
    }

    /** Nothing is copied as long as each frame is a message, but for the first frame and one that the read cuts. */
    @Test
    public void framesStayWhereTheyAre() throws Exception {
        Requests requests = new Requests(ThriftProtocol.BINARY);
        byte[] message = requests.echoString(1, "stays");
        IncomingFrames frames = newFrames();
        frames.take(read(RawClient.framed(message)));
        byte[] three = RawClient.framed(message, message, message);
        Buffer read = read(Arrays.copyOf(three, three.length + 2));
        Buffer taken = frames.take(read);
        assertSame(taken, read);
        assertEquals(taken.remaining(), three.length);
        assertEquals(frames.incompleteFrame(), 0);
    }

    @Test
    public void anIncompleteMessageIsChargedAndCounted() throws Exception {
        byte[] frame = RawClient.framed(new Requests(ThriftProtocol.BINARY).echoString(1, "x".repeat(10_000)));
        IncomingFrames frames = newFrames();
        assertNull(frames.take(read(Arrays.copyOf(frame, 5_000))));
        assertTrue(memory.bytes() >= 5_000 - Integer.BYTES, "" + memory.bytes());
        long first = frames.incompleteFrame();
        assertTrue(first > 0);
        byte[] rest = Arrays.copyOfRange(frame, 5_000, frame.length);
        assertEquals(frames.take(read(rest)).remaining(), frame.length);
        assertEquals(frames.incompleteFrame(), 0);
        assertEquals(memory.bytes(), 0);
        assertNull(frames.take(read(Arrays.copyOf(frame, 5_000))));
        assertTrue(frames.incompleteFrame() > first);
    }

    @DataProvider
    Object[][] others() throws Exception {
        byte[] message = new Requests(ThriftProtocol.BINARY).echoString(1, "a");
        byte[] deep = message.clone();
        deep[message.length - 1] = 99; // a field of no known type
        return new Object[][] {
            {RawClient.framed(RawClient.framed(message))}, // what begins in frames of its own stays so
            {RawClient.framed(new byte[] {1, 2, 3, 4})},
            {RawClient.framed(deep)},
            {ByteBuffer.allocate(4).putInt(-1).array()},
            {ByteBuffer.allocate(4).putInt(MAX_BYTES + 1).array()},
        };
    }

    /** After the first message, only messages are accepted, in one read or in several. */
    @Test(dataProvider = "others")
    public void whatIsNoMessage(byte[] other) throws Exception {
        byte[] message = RawClient.framed(new Requests(ThriftProtocol.BINARY).echoString(1, "a"));
        for (boolean cut : new boolean[] {false, true}) {
            IncomingFrames frames = newFrames();
            frames.take(read(message));
            expectThrows(IOException.class, () -> {
                for (byte[] part : cut ? singly(other) : List.of(other)) {
                    frames.take(read(part));
                }
            });
        }
    }

    private static List<byte[]> singly(byte[] bytes) {
        List<byte[]> all = new ArrayList<>();
        for (byte each : bytes) {
            all.add(new byte[] {each});
        }
        return all;
    }
}
