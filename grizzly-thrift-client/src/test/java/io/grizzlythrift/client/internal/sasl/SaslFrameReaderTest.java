package io.grizzlythrift.client.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the frames of a server, however reads cut them. */
public class SaslFrameReaderTest {
    private static final MemoryManager<?> MEMORY = MemoryManager.DEFAULT_MEMORY_MANAGER;
    private static final int MAX_MESSAGE = 1_000;
    private static final int MAX_FRAME = MAX_MESSAGE + 64 * 1024;

    private final MemoryBudget budget = new MemoryBudget(1 << 20, "the budget");
    private MemoryAccount account;

    /** Adds a byte in front, and adds one to each byte. */
    private static final class Shift implements SaslClient {
        private final Map<String, Object> properties;

        Shift(Map<String, Object> properties) {
            this.properties = properties;
        }

        @Override
        public byte[] wrap(byte[] outgoing, int offset, int count) {
            byte[] wrapped = new byte[count + 1];
            for (int i = 0; i < count; i++) {
                wrapped[i + 1] = (byte) (outgoing[offset + i] + 1);
            }
            return wrapped;
        }

        @Override
        public byte[] unwrap(byte[] incoming, int offset, int count) throws SaslException {
            if (incoming[offset] != 0) {
                throw new SaslException("forged");
            }
            byte[] plain = Arrays.copyOfRange(incoming, offset + 1, offset + count);
            for (int i = 0; i < plain.length; i++) {
                plain[i]--;
            }
            return plain;
        }

        @Override
        public String getMechanismName() {
            return "SHIFT";
        }

        @Override
        public boolean hasInitialResponse() {
            return false;
        }

        @Override
        public byte[] evaluateChallenge(byte[] challenge) {
            return challenge;
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public Object getNegotiatedProperty(String name) {
            return properties.get(name);
        }

        @Override
        public void dispose() {}
    }

    @BeforeMethod
    void open() {
        account = budget.open();
    }

    @DataProvider
    static Object[][] wrapped() {
        return new Object[][] {{false}, {true}};
    }

    private static SaslLayer layer(boolean wraps) throws SaslException {
        return SaslLayer.of(new Shift(Map.of(Sasl.QOP, wraps ? "auth-conf" : "auth")));
    }

    private static SaslLayer layer(String qop, int maxPlainBytes) throws SaslException {
        return SaslLayer.of(new Shift(Map.of(Sasl.QOP, qop, Sasl.RAW_SEND_SIZE, Integer.toString(maxPlainBytes))));
    }

    /** Otherwise a server could have each byte sent as a frame. */
    @Test
    public void aServerMustAcceptFramesOfSomeSize() throws IOException {
        assertEquals(layer("auth-conf", SaslLayer.MIN_PLAIN_BYTES).maxPlainBytes(), SaslLayer.MIN_PLAIN_BYTES);
        SaslException refused =
                expectThrows(SaslException.class, () -> layer("auth-int", SaslLayer.MIN_PLAIN_BYTES - 1));
        assertTrue(refused.getMessage().contains("511 bytes at once, must be at least 512"), refused.getMessage());
        assertFalse(layer("auth", 1).wraps(), "nothing is wrapped");
        assertEquals(layer("auth-conf", 0).maxPlainBytes(), Integer.MAX_VALUE, "the mechanism does not say");
    }

    private static byte[] frames(SaslLayer layer, String... texts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
            if (layer.wraps() && plain.length > 0) {
                ByteBuffer frame = layer.wrap(plain, 0, plain.length);
                byte[] bytes = new byte[frame.remaining()];
                frame.get(bytes);
                all.writeBytes(bytes);
            } else {
                all.writeBytes(ByteBuffer.allocate(4 + plain.length)
                        .putInt(plain.length)
                        .put(plain)
                        .array());
            }
        }
        return all.toByteArray();
    }

    private String read(SaslFrameReader reader, byte[] bytes) throws IOException {
        Buffer read = reader.read(Buffers.wrap(MEMORY, bytes), MEMORY, account);
        if (read == null) {
            return "";
        }
        byte[] plain = new byte[read.remaining()];
        read.get(plain);
        return new String(plain, StandardCharsets.US_ASCII);
    }

    @Test(dataProvider = "wrapped")
    public void framesCutAnywhere(boolean wraps) throws IOException {
        SaslLayer layer = layer(wraps);
        byte[] all = frames(layer, "one", "", "two and three", "x", "y".repeat(500));
        String expected = "onetwo and threex" + "y".repeat(500);
        for (int cut = 0; cut <= all.length; cut++) {
            SaslFrameReader reader = new SaslFrameReader(layer, MAX_MESSAGE);
            String first = read(reader, Arrays.copyOf(all, cut));
            assertEquals(first + read(reader, Arrays.copyOfRange(all, cut, all.length)), expected, "cut at " + cut);
            assertEquals(account.bytes(), 0);
        }
    }

    @Test(dataProvider = "wrapped")
    public void singleBytes(boolean wraps) throws IOException {
        SaslLayer layer = layer(wraps);
        byte[] all = frames(layer, "one", "", "two");
        SaslFrameReader reader = new SaslFrameReader(layer, MAX_MESSAGE);
        StringBuilder plain = new StringBuilder();
        for (byte each : all) {
            plain.append(read(reader, new byte[] {each}));
        }
        assertEquals(plain.toString(), "onetwo");
    }

    @Test(dataProvider = "wrapped")
    public void negativeLength(boolean wraps) throws IOException {
        SaslFrameReader reader = new SaslFrameReader(layer(wraps), MAX_MESSAGE);
        expectThrows(SaslFrameException.class, () -> read(reader, new byte[] {-1, 0, 0, 0}));
    }

    /** Nothing is allocated for a length that is only claimed. */
    @Test
    public void aWrappedFrameGrowsWithWhatHasArrived() throws IOException {
        SaslFrameReader reader = new SaslFrameReader(layer(true), MAX_MESSAGE);
        assertNull(reader.read(
                Buffers.wrap(MEMORY, ByteBuffer.allocate(5).putInt(MAX_FRAME).array()), MEMORY, account));
        assertEquals(account.bytes(), 8 * 1024);
        expectThrows(SaslFrameException.class, () -> {
            SaslFrameReader other = new SaslFrameReader(layer(true), MAX_MESSAGE);
            read(other, ByteBuffer.allocate(4).putInt(MAX_FRAME + 1).array());
        });
    }

    @Test
    public void aForgedFrame() throws IOException {
        SaslFrameReader reader = new SaslFrameReader(layer(true), MAX_MESSAGE);
        SaslFrameException thrown =
                expectThrows(SaslFrameException.class, () -> read(reader, new byte[] {0, 0, 0, 2, 7, 7}));
        assertEquals(thrown.getMessage(), "a frame of SASL cannot be unwrapped: forged");
    }
}
