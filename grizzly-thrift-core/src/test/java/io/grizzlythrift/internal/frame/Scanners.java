package io.grizzlythrift.internal.frame;

import io.grizzlythrift.fuzz.BinaryMessageFuzz;
import io.grizzlythrift.fuzz.CompactMessageFuzz;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;
import java.util.OptionalInt;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.DataProvider;

/** Helpers for tests of the scanners of both protocols. */
final class Scanners {
    /** More levels than scanners accept, but fewer than would overflow the stack. */
    private static final int MAX_LEVELS = 2 * MessageScanner.MAX_DEPTH;

    private Scanners() {}

    @DataProvider(name = "scannable")
    static Object[][] scannable() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    static MessageScanner of(ThriftProtocol protocol, int maxBytes) {
        return MessageScanner.of(protocol == ThriftProtocol.BINARY, maxBytes);
    }

    /** Returns messages of all methods. */
    static List<byte[]> messages(ThriftProtocol protocol) {
        return protocol == ThriftProtocol.BINARY ? BinaryMessageFuzz.seeds() : CompactMessageFuzz.seeds();
    }

    /**
     * Returns the index at which libthrift finds the end of the message that begins at {@code from}; empty if it finds
     * no message.
     */
    static OptionalInt endByLibthrift(ThriftProtocol protocol, byte[] bytes, int from) {
        TConfiguration limits = new TConfiguration(Integer.MAX_VALUE, Integer.MAX_VALUE, MAX_LEVELS);
        MessageTransport transport = new MessageTransport(limits, new FrameOutput(0), () -> {});
        MessageProtocol messages = MessageProtocol.create(protocol, transport);
        transport.readFrame(bytes, from, bytes.length - from);
        try {
            messages.readHeader();
            TProtocolUtil.skip(messages.protocol(), TType.STRUCT, MAX_LEVELS);
            return OptionalInt.of(transport.getBufferPosition());
        } catch (TException | RuntimeException noMessage) {
            return OptionalInt.empty();
        }
    }
}
