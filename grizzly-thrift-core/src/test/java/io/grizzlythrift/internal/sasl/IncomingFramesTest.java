package io.grizzlythrift.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.test.server.RawClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that frames become the same stream however reads cut them, and that lengths are checked. */
public final class IncomingFramesTest {
    private static final int MAX_BYTES = 1000;
    private static final long SEED = 20_260_728;

    private final MemoryBudget budget = new MemoryBudget(1 << 20);
    private final MemoryAccount memory = budget.open();

    /** Inverts each byte. */
    private static final class Inverting implements SaslExchange.Protection {
        @Override
        public byte[] unwrap(byte[] array, int from, int length) throws SaslException {
            byte[] plain = Arrays.copyOfRange(array, from, from + length);
            for (int i = 0; i < length; i++) {
                plain[i] = (byte) ~plain[i];
            }
            return plain;
        }

        @Override
        public byte[] wrap(byte[] array, int from, int length) throws SaslException {
            return unwrap(array, from, length);
        }

        @Override
        public int maxWrapBytes() {
            return MAX_BYTES;
        }
    }

    /** Returns what takes the frames of a client whose messages have frames of their own. */
    private static IncomingFrames plainFrames() {
        return new UnprotectedFrames(
                MAX_BYTES, length -> new PlainFrames(MAX_BYTES, length), length -> new PlainFrames(MAX_BYTES, length));
    }

    @DataProvider
    Object[][] kinds() {
        Supplier<IncomingFrames> plain = IncomingFramesTest::plainFrames;
        Supplier<IncomingFrames> wrapped =
                () -> new WrappedFrames(new Inverting(), MAX_BYTES, new HeapMemoryManager(), memory);
        return new Object[][] {{plain, false}, {wrapped, true}};
    }

    @Test(dataProvider = "kinds")
    public void theSameStreamHoweverItIsCut(Supplier<IncomingFrames> kind, boolean inverted) throws IOException {
        Random random = new Random(SEED);
        byte[][] payloads = new byte[40][];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = new byte[i % 7 == 0 ? 0 : random.nextInt(100)];
            random.nextBytes(payloads[i]);
        }
        byte[] sent = RawClient.framed(payloads);
        byte[] stream = concat(payloads, inverted);
        for (int round = 0; round < 300; round++) {
            assertEquals(takenInReads(kind.get(), sent, random, 1 + round), stream);
        }
        assertEquals(memory.bytes(), 0);
    }

    private static byte[] concat(byte[][] payloads, boolean inverted) throws IOException {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] payload : payloads) {
            joined.write(inverted ? new Inverting().unwrap(payload, 0, payload.length) : payload);
        }
        return joined.toByteArray();
    }

    private static byte[] takenInReads(IncomingFrames frames, byte[] sent, Random random, int maxRead)
            throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int position = 0;
        while (position < sent.length) {
            int count = Math.min(sent.length - position, 1 + random.nextInt(maxRead));
            Buffer messages = frames.take(read(Arrays.copyOfRange(sent, position, position + count)));
            if (messages != null) {
                byte[] bytes = new byte[messages.remaining()];
                messages.get(bytes);
                taken.write(bytes);
            }
            position += count;
        }
        return taken.toByteArray();
    }

    /** Returns a buffer whose bytes are in the midst of its array. */
    private static Buffer read(byte[] bytes) {
        byte[] array = new byte[bytes.length + 20];
        System.arraycopy(bytes, 0, array, 10, bytes.length);
        return Buffers.wrap(new HeapMemoryManager(), array, 10, bytes.length);
    }

    @Test(dataProvider = "kinds")
    public void lengthsOutOfBounds(Supplier<IncomingFrames> kind, boolean inverted) {
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, MAX_BYTES + 4097, 0x8001_0001}) {
            Buffer read = read(ByteBuffer.allocate(4).putInt(length).array());
            IOException refused =
                    expectThrows(IOException.class, () -> kind.get().take(read));
            assertEquals(refused.getMessage().startsWith("the length of a SASL frame is " + length + ","), true);
        }
    }

    /** A length alone takes no memory; what has arrived of a frame is charged until it is complete. */
    @Test
    public void partialFramesAreCharged() throws IOException {
        IncomingFrames frames = new WrappedFrames(new Inverting(), MAX_BYTES, new HeapMemoryManager(), memory);
        assertNull(frames.take(read(ByteBuffer.allocate(4).putInt(MAX_BYTES).array())));
        assertEquals(memory.bytes(), 0);
        assertEquals(frames.incompleteFrame(), 0);
        assertNull(frames.take(read(new byte[10])));
        assertEquals(memory.bytes(), 256);
        assertEquals(frames.incompleteFrame(), 1);
        assertEquals(frames.take(read(new byte[MAX_BYTES - 10])).remaining(), MAX_BYTES);
        assertEquals(memory.bytes(), 0);
        assertEquals(frames.incompleteFrame(), 0);
    }

    /** Nothing is copied: the messages are in the array of the read. */
    @Test
    public void plainFramesStayWhereTheyAre() throws IOException {
        Buffer read = read(RawClient.framed(new byte[] {1, 2, 3}));
        Buffer messages = plainFrames().take(read);
        assertEquals(messages == read, true);
        assertEquals(messages.remaining(), 3);
        assertEquals(messages.get(messages.position()), 1);
    }
}
