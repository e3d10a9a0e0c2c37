package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TSimpleJSONProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests how oneway calls are recognized without decoding the message. */
@Test
public class OnewayDetectorTest {
    @DataProvider
    public Object[] types() {
        return new Object[] {TMessageType.CALL, TMessageType.REPLY, TMessageType.EXCEPTION, TMessageType.ONEWAY};
    }

    @Test(dataProvider = "types")
    public void protocolsOfThriftShowTheType(byte type) throws TException {
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            byte[] message = message(protocol, "name", type);
            boolean oneway = OnewayDetector.mayBeOneway(message, 1, message.length - 1);
            assertEquals(oneway, type == TMessageType.ONEWAY, protocol + " " + type);
        }
    }

    @Test(dataProvider = "types")
    public void aNameInJsonMayHaveEscapes(byte type) throws TException {
        byte[] message = message(ThriftProtocol.JSON, "a\",4\\", type);
        assertEquals(OnewayDetector.mayBeOneway(message, 1, message.length - 1), type == TMessageType.ONEWAY);
    }

    public void otherProtocolsAreUnknown() throws TException {
        byte[] message = message(new TSimpleJSONProtocol.Factory(), "name", TMessageType.CALL);
        assertTrue(OnewayDetector.mayBeOneway(message, 1, message.length - 1));
    }

    /** A truncated message may be of any type. */
    public void truncatedJsonIsUnknown() throws TException {
        byte[] message = message(ThriftProtocol.JSON, "na\"me", TMessageType.CALL);
        int type = new String(message, StandardCharsets.UTF_8).indexOf(",1,1");
        for (int length = 4; length <= type; length++) {
            assertTrue(OnewayDetector.mayBeOneway(message, 1, length), "length " + length);
        }
        assertFalse(OnewayDetector.mayBeOneway(message, 1, type + 1));
    }

    public void tooShortMessagesAreNoCalls() {
        assertFalse(OnewayDetector.mayBeOneway(new byte[] {(byte) 0x80, 1, 0}, 0, 3));
    }

    /** Returns a message, preceded by a byte that is not part of it. */
    private static byte[] message(TProtocolFactory protocol, String name, byte type) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        buffer.write(new byte[1]);
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(name, type, 1));
        out.writeMessageEnd();
        out.getTransport().flush();
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
