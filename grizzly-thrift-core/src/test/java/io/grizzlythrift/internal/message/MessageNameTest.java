package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests finding the names in messages that libthrift has written. */
@Test
public final class MessageNameTest {
    private static final TProtocolFactory BINARY = new TBinaryProtocol.Factory();
    private static final TProtocolFactory COMPACT = new TCompactProtocol.Factory();
    private static final int OFFSET = 3;

    @DataProvider
    Object[][] messages() {
        String longest = "m".repeat(300);
        return new Object[][] {
            {BINARY, "echo", 1},
            {COMPACT, "echo", 1},
            {BINARY, "service:echo", -1},
            {COMPACT, "service:echo", -1},
            {COMPACT, "a", 127},
            {COMPACT, "a", 128},
            {COMPACT, "m".repeat(127), 1},
            {COMPACT, "m".repeat(128), 1},
            {COMPACT, "\u00fcber", Integer.MAX_VALUE},
            {BINARY, "\u00fcber", Integer.MIN_VALUE},
            {BINARY, longest, 0},
            {COMPACT, longest, 0}
        };
    }

    private static byte[] message(TProtocolFactory protocol, String name, byte type, int id) throws Exception {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        protocol.getProtocol(buffer).writeMessageBegin(new TMessage(name, type, id));
        byte[] within = new byte[OFFSET + buffer.length() + 1];
        System.arraycopy(buffer.getArray(), 0, within, OFFSET, buffer.length());
        return within;
    }

    private static String nameIn(byte[] array, int length) {
        long found = MessageName.find(array, OFFSET, length);
        return found == MessageName.NONE
                ? ""
                : new String(array, MessageName.offset(found), MessageName.length(found), StandardCharsets.UTF_8);
    }

    @Test(dataProvider = "messages")
    public void isFoundInCallsAndOnewayCalls(TProtocolFactory protocol, String name, int id) throws Exception {
        for (byte type : new byte[] {TMessageType.CALL, TMessageType.ONEWAY}) {
            byte[] array = message(protocol, name, type, id);
            assertEquals(nameIn(array, array.length - OFFSET - 1), name);
        }
        for (byte type : new byte[] {TMessageType.REPLY, TMessageType.EXCEPTION}) {
            byte[] array = message(protocol, name, type, id);
            assertEquals(nameIn(array, array.length - OFFSET - 1), "");
        }
    }

    @Test(dataProvider = "messages")
    public void theSequenceIdIsCompared(TProtocolFactory protocol, String name, int id) throws Exception {
        byte[] array = message(protocol, name, TMessageType.ONEWAY, id);
        int length = array.length - OFFSET - 1;
        assertTrue(MessageName.hasSequenceId(array, OFFSET, length, id));
        assertFalse(MessageName.hasSequenceId(array, OFFSET, length, id + 1));
        assertFalse(MessageName.hasSequenceId(array, OFFSET, length - 1, id), "cut off");
        assertFalse(MessageName.hasSequenceId(message(protocol, name, TMessageType.REPLY, id), OFFSET, length, id));
    }

    @Test(dataProvider = "messages")
    public void isNotFoundInABeginning(TProtocolFactory protocol, String name, int id) throws Exception {
        byte[] array = message(protocol, name, TMessageType.CALL, id);
        int behindName = protocol == BINARY ? Integer.BYTES : 0;
        for (int length = 0; length < array.length - OFFSET - 1 - behindName; length++) {
            assertEquals(nameIn(array, length), "", "of " + length + " bytes");
        }
    }

    public void isNotFoundInOtherProtocols() throws Exception {
        byte[] json = message(new TJSONProtocol.Factory(), "echo", TMessageType.CALL, 1);
        assertEquals(nameIn(json, json.length - OFFSET - 1), "");
        byte[] old = message(new TBinaryProtocol.Factory(false, false), "echo", TMessageType.CALL, 1);
        assertEquals(nameIn(old, old.length - OFFSET - 1), "");
        byte[] unnamed = message(BINARY, "", TMessageType.CALL, 1);
        assertEquals(nameIn(unnamed, unnamed.length - OFFSET - 1), "");
    }

    private static String nameInJson(byte[] array, int length) {
        long found = MessageName.findInJson(array, OFFSET, length);
        return found == MessageName.NONE
                ? ""
                : new String(array, MessageName.offset(found), MessageName.length(found), StandardCharsets.UTF_8);
    }

    public void isFoundInJson() throws Exception {
        for (String name : new String[] {"echo", "service:echo", "\u00fcber", "m".repeat(300)}) {
            byte[] array = message(new TJSONProtocol.Factory(), name, TMessageType.CALL, 1);
            assertEquals(nameInJson(array, array.length - OFFSET - 1), name);
        }
    }

    public void isNotFoundInOtherJson() throws Exception {
        byte[] array = message(new TJSONProtocol.Factory(), "echo", TMessageType.CALL, 1);
        for (int length = 0; length < "[1,\"echo\"".length(); length++) {
            assertEquals(nameInJson(array, length), "", "of " + length + " bytes");
        }
        byte[] escaped = message(new TJSONProtocol.Factory(), "e\"cho", TMessageType.CALL, 1);
        assertEquals(nameInJson(escaped, escaped.length - OFFSET - 1), "");
        byte[] binary = message(BINARY, "echo", TMessageType.CALL, 1);
        assertEquals(nameInJson(binary, binary.length - OFFSET - 1), "");
    }

    /** Tests false lengths, and sequence ids without an end. */
    public void staysWithinTheMessage() {
        Random random = new Random(7);
        byte[][] begins = {{(byte) 0x80, 1, 0, 1}, {(byte) 0x82, 0x21}, {(byte) 0x82, (byte) 0x81}};
        for (int i = 0; i < 10_000; i++) {
            byte[] array = new byte[random.nextInt(24)];
            random.nextBytes(array);
            if (i % 3 == 0) {
                Arrays.fill(array, (byte) 0xff);
            }
            byte[] begin = begins[i % begins.length];
            System.arraycopy(begin, 0, array, 0, Math.min(begin.length, array.length));
            long found = MessageName.find(array, 0, array.length);
            if (found != MessageName.NONE) {
                int end = MessageName.offset(found) + MessageName.length(found);
                assertEquals(Math.min(end, array.length), end, Arrays.toString(array));
                assertEquals(MessageName.length(found) > 0, true);
            }
        }
    }

    public void aMessageThatIsNotInTheArrayIsRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> MessageName.find(new byte[8], 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> MessageName.find(new byte[8], -1, 8));
    }
}
