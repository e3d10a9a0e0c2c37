package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TTupleProtocol;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the transport over one message: its bounds, and the header that is read ahead. */
public class MessageTransportTest {
    private final FrameOutput output = new FrameOutput(1 << 20);
    private final AtomicInteger started = new AtomicInteger();
    private final MessageTransport transport =
            new MessageTransport(new TConfiguration(), output, started::incrementAndGet);

    @Test
    void readsNothingBehindItsFrame() throws TTransportException {
        transport.readFrame(new byte[] {9, 1, 2, 3, 9, 9}, 1, 3);
        byte[] target = new byte[8];
        transport.readAll(target, 0, 2);
        assertEquals(transport.getBytesRemainingInBuffer(), 1);
        assertEquals(transport.read(target, 2, 6), 1);
        assertEquals(Arrays.copyOf(target, 4), new byte[] {1, 2, 3, 0});
        assertEquals(transport.read(target, 0, 6), 0);
        TTransportException thrown = expectThrows(TTransportException.class, () -> transport.readAll(target, 0, 1));
        assertEquals(thrown.getType(), TTransportException.MESSAGE_SIZE_LIMIT);
        assertTrue(thrown.getMessage().contains("1 bytes, 0 are left"), thrown.getMessage());
    }

    @Test
    void budgetIsTheRestOfTheFrame() throws TTransportException {
        transport.readFrame(new byte[100], 10, 30);
        transport.updateKnownMessageSize(1 << 30);
        transport.resetMessageSizeAndConsumedBytes();
        transport.checkReadBytesAvailable(30);
        expectThrows(TTransportException.class, () -> transport.checkReadBytesAvailable(31));
        expectThrows(TTransportException.class, () -> transport.checkReadBytesAvailable(-1));
        transport.consumeBuffer(5);
        transport.checkReadBytesAvailable(25);
        expectThrows(TTransportException.class, () -> transport.checkReadBytesAvailable(26));
        transport.releaseInput();
        expectThrows(TTransportException.class, () -> transport.checkReadBytesAvailable(1));
    }

    @Test
    void frameBeginsWithTheFirstByte() throws TTransportException {
        output.clear();
        int before = started.get();
        transport.endMessage();
        transport.dropMessage();
        assertEquals(output.size(), 0);
        transport.write(new byte[] {5, 6}, 0, 2);
        transport.write(new byte[] {7}, 0, 1);
        assertTrue(transport.hasWritten());
        transport.endMessage();
        assertFalse(transport.hasWritten());
        transport.write(new byte[] {8}, 0, 1);
        transport.dropMessage();
        assertEquals(Arrays.copyOf(output.array(), output.size()), new byte[] {0, 0, 0, 3, 5, 6, 7});
        assertEquals(started.get(), before + 2);
    }

    @DataProvider
    Object[][] protocols() {
        TProtocolFactory decorated = TBinaryProtocol::new;
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}, {ThriftProtocol.JSON}, {decorated}};
    }

    @Test(dataProvider = "protocols")
    void headerIsReadAheadAndReplayed(TProtocolFactory factory) throws Exception {
        output.clear();
        TProtocol writer = factory.getProtocol(transport);
        writer.writeMessageBegin(new TMessage("méthode", TMessageType.ONEWAY, -7));
        writer.writeStructBegin(new TStruct());
        writer.writeFieldStop();
        writer.writeStructEnd();
        writer.writeMessageEnd();
        transport.endMessage();

        transport.readFrame(output.array().clone(), 4, output.size() - 4);
        MessageProtocol messages = MessageProtocol.create(factory, transport);
        TMessage header = messages.readHeader();
        assertEquals(header, new TMessage("méthode", TMessageType.ONEWAY, -7));
        assertFalse(messages.argumentsRead());
        messages.replay(new TMessage("other", TMessageType.CALL, 3));
        TProtocol reader = messages.protocol();
        assertEquals(reader.readMessageBegin(), new TMessage("other", TMessageType.CALL, 3));
        reader.readStructBegin();
        assertEquals(reader.readFieldBegin().type, 0);
        reader.readStructEnd();
        assertFalse(messages.argumentsRead());
        reader.readMessageEnd();
        assertTrue(messages.argumentsRead());
    }

    @DataProvider
    Object[][] binaryProtocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    @Test(dataProvider = "binaryProtocols")
    void containersOfUuidsCanBeRead(ThriftProtocol factory) throws Exception {
        output.clear();
        UUID uuid = new UUID(1, -2);
        TProtocol writer = factory.getProtocol(transport);
        writer.writeListBegin(new TList(TType.UUID, 1));
        writer.writeUuid(uuid);
        transport.endMessage();
        transport.readFrame(output.array().clone(), 4, output.size() - 4);
        TProtocol reader = MessageProtocol.create(factory, transport).protocol();
        assertEquals(reader.readListBegin().getSize(), 1);
        assertEquals(reader.readUuid(), uuid);
    }

    @Test
    void protocolWithItsOwnSchemeIsRejected() {
        IllegalArgumentException thrown = expectThrows(
                IllegalArgumentException.class, () -> MessageProtocol.create(TTupleProtocol::new, transport));
        assertTrue(thrown.getMessage().contains("TTupleProtocol"), thrown.getMessage());
    }
}
