package io.grizzlythrift.compat;

import io.grizzlythrift.header.Transform;
import io.grizzlythrift.internal.header.OutgoingHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;

/** Composes messages and frames as clients send them. */
final class HeaderMessages {
    static final int MAX_FRAME_BYTES = 100_000;

    private HeaderMessages() {}

    /** Returns a message with one argument, a string. */
    static byte[] message(ThriftProtocol protocol, byte type, int sequenceId, String argument) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(100);
        write(protocol.getProtocol(buffer), type, sequenceId, argument);
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }

    static byte[] call(ThriftProtocol protocol, int sequenceId) throws TException {
        return message(protocol, TMessageType.CALL, sequenceId, "argument");
    }

    static void write(TProtocol to, byte type, int sequenceId, String argument) throws TException {
        to.writeMessageBegin(new TMessage("method", type, sequenceId));
        to.writeStructBegin(new TStruct("arguments"));
        to.writeFieldBegin(new TField("text", TType.STRING, (short) 1));
        to.writeString(argument);
        to.writeFieldEnd();
        to.writeFieldStop();
        to.writeStructEnd();
        to.writeMessageEnd();
    }

    /** Reads a message, whose struct is skipped. */
    static TMessage read(TProtocol from) throws TException {
        TMessage message = from.readMessageBegin();
        TProtocolUtil.skip(from, TType.STRUCT);
        from.readMessageEnd();
        return message;
    }

    static byte[] framed(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + length).putInt(length);
        for (byte[] part : parts) {
            frame.put(part);
        }
        return frame.array();
    }

    static OutgoingHeader header(int protocolId, Map<String, String> headers, Transform... transforms) {
        return new OutgoingHeader(0, 77, protocolId, List.of(transforms), headers, Map.of());
    }

    static byte[] headerFrame(OutgoingHeader header, byte[] message) {
        return framed(header.encode(), header.transform(message, 0, message.length));
    }
}
