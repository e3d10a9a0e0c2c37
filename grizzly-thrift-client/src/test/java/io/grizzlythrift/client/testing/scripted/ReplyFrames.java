package io.grizzlythrift.client.testing.scripted;

import io.grizzlythrift.frame.Dialect;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;

/** Creates valid and invalid replies in the dialect of a connection, usually with a length prefix. */
public final class ReplyFrames {
    private final Dialect dialect;
    private final TProtocolFactory protocol;

    public ReplyFrames(TProtocolFactory protocol) {
        this(Dialect.FRAMED, protocol);
    }

    public ReplyFrames(Dialect dialect, TProtocolFactory protocol) {
        this.dialect = dialect;
        this.protocol = protocol;
    }

    /** Returns a reply whose result is a string. */
    public byte[] text(String method, int sequenceId, String result) throws TException {
        return text(TMessageType.REPLY, method, sequenceId, result);
    }

    /** Returns a message of any type with the layout of a reply whose result is a string. */
    public byte[] text(byte type, String method, int sequenceId, String result) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(method, type, sequenceId));
        out.writeStructBegin(new TStruct());
        out.writeFieldBegin(new TField("success", TType.STRING, (short) 0));
        out.writeString(result);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        return ScriptedWire.of(dialect, protocol).wrap(sequenceId, Arrays.copyOf(buffer.getArray(), buffer.length()));
    }

    /** Returns an exception of the server. */
    public byte[] exception(String method, int sequenceId, TApplicationException exception) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(method, TMessageType.EXCEPTION, sequenceId));
        exception.write(out);
        out.writeMessageEnd();
        return ScriptedWire.of(dialect, protocol).wrap(sequenceId, Arrays.copyOf(buffer.getArray(), buffer.length()));
    }

    /** Returns a reply with a valid header and these bytes as its body. */
    public byte[] withBody(String method, int sequenceId, byte... body) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        protocol.getProtocol(buffer).writeMessageBegin(new TMessage(method, TMessageType.REPLY, sequenceId));
        buffer.write(body);
        return ScriptedWire.of(dialect, protocol).wrap(sequenceId, Arrays.copyOf(buffer.getArray(), buffer.length()));
    }

    public static byte[] framed(byte... message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    /** Returns only a length prefix. */
    public static byte[] length(int length) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
    }
}
