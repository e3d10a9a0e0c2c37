package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that headers equal those of libthrift, byte for byte, although names are cached and headers written in one
 * piece.
 */
public class MessageHeaderTest {
    private static final List<Integer> SEQUENCE_IDS =
            List.of(0, 1, 127, 128, 16_383, 16_384, 1 << 21, 1 << 28, Integer.MAX_VALUE, -1, Integer.MIN_VALUE);

    private final FrameOutput output = new FrameOutput(1 << 20);
    private final MessageTransport transport = new MessageTransport(new TConfiguration(), output, () -> {});

    @DataProvider
    static Object[][] protocols() {
        TProtocolFactory binary = new TBinaryProtocol.Factory(true, true);
        return new Object[][] {{ThriftProtocol.BINARY, binary}, {ThriftProtocol.COMPACT, new TCompactProtocol.Factory()}
        };
    }

    /** Names around the longest cached length, and more names than the cache has slots. */
    private static List<String> names() {
        List<String> names = new ArrayList<>(List.of("", "a", "b", "ping", "gnip", "käse", "\u0000", "Shop:order"));
        for (int length = MessageNameCache.MAX_BYTES - 2; length <= MessageNameCache.MAX_BYTES + 2; length++) {
            names.add("x".repeat(length));
            names.add("y" + "x".repeat(length - 1));
            names.add("ß".repeat(length / 2));
        }
        names.add("z".repeat(300));
        for (int i = 0; i < 50; i++) {
            names.add("method" + i);
        }
        return names;
    }

    @Test(dataProvider = "protocols")
    void bodyIsReadByAnotherProtocolThanTheHeader(ThriftProtocol ours, TProtocolFactory theirs) throws TException {
        byte[] frame = encoded(theirs, new TMessage("ping", TMessageType.REPLY, 7));
        transport.readFrame(frame, 0, frame.length);
        TMessage header = MessageProtocol.create(ours, transport).readHeader();
        int body = transport.getBufferPosition();

        MessageProtocol other = MessageProtocol.create(ours, transport);
        transport.readFrame(frame, 0, frame.length);
        other.readHeader(); // of another message, which must leave no state
        transport.readFrame(frame, body, frame.length - body);
        assertTrue(other.skipHeader());
        assertFalse(other.argumentsRead());
        other.replay(header);
        assertEquals(other.protocol().readMessageBegin(), header);
        assertEquals(other.protocol().readString(), "ping", "the body");
    }

    @Test(dataProvider = "protocols")
    void writtenAsLibthriftDoes(ThriftProtocol ours, TProtocolFactory theirs) throws TException {
        MessageProtocol protocol = MessageProtocol.create(ours, transport);
        for (int round = 0; round < 2; round++) {
            for (String name : names()) {
                for (int sequenceId : SEQUENCE_IDS) {
                    TMessage header = new TMessage(name, TMessageType.REPLY, sequenceId);
                    protocol.protocol().writeMessageBegin(header);
                    protocol.protocol().writeString(name);
                    transport.endMessage();
                    byte[] written = Arrays.copyOfRange(output.array(), 4, output.size());
                    output.clear();
                    assertEquals(written, encoded(theirs, header), name + " " + sequenceId);
                }
            }
        }
    }

    @Test(dataProvider = "protocols")
    void readAsLibthriftDoes(ThriftProtocol ours, TProtocolFactory theirs) throws TException {
        MessageProtocol protocol = MessageProtocol.create(ours, transport);
        for (int round = 0; round < 2; round++) {
            for (String name : names()) {
                for (int sequenceId : SEQUENCE_IDS) {
                    TMessage header = new TMessage(name, TMessageType.ONEWAY, sequenceId);
                    byte[] frame = encoded(theirs, header);
                    transport.readFrame(frame, 0, frame.length);
                    assertEquals(protocol.readHeader(), header);
                    assertEquals(protocol.protocol().readString(), name, "after the header");
                    assertEquals(transport.getBytesRemainingInBuffer(), 0);
                }
            }
        }
    }

    /** A truncated header is rejected, even if its name is cached. */
    @Test(dataProvider = "protocols")
    void rejectsATruncatedHeader(ThriftProtocol ours, TProtocolFactory theirs) throws TException {
        byte[] frame = encoded(theirs, new TMessage("ping", TMessageType.CALL, 5));
        int headerBytes = frame.length - (ours == ThriftProtocol.BINARY ? 4 : 1) - "ping".length();
        for (int length = 0; length < headerBytes; length++) {
            MessageProtocol protocol = MessageProtocol.create(ours, transport);
            transport.readFrame(frame, 0, headerBytes);
            protocol.readHeader();
            transport.readFrame(frame, 0, length);
            expectThrows(TException.class, protocol::readHeader);
        }
    }

    /** A second call with the same name creates no new string. */
    @Test(dataProvider = "protocols")
    void aNameIsDecodedOnce(ThriftProtocol ours, TProtocolFactory theirs) throws TException {
        MessageProtocol protocol = MessageProtocol.create(ours, transport);
        byte[] frame = encoded(theirs, new TMessage("ping", TMessageType.CALL, 5));
        transport.readFrame(frame, 0, frame.length);
        String first = protocol.readHeader().name;
        transport.readFrame(frame.clone(), 0, frame.length);
        assertSame(protocol.readHeader().name, first);
    }

    /** Writes the header, and its name again as a value. */
    private static byte[] encoded(TProtocolFactory factory, TMessage header) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol protocol = factory.getProtocol(buffer);
        protocol.writeMessageBegin(header);
        protocol.writeString(header.name);
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
