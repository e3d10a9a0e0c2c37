package io.grizzlythrift.test.server;

import io.grizzlythrift.test.gen.Everything;
import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.transport.TMemoryBuffer;

/** Creates messages without a length prefix, both valid and invalid ones. */
public final class Requests {
    private final TProtocolFactory protocol;

    public Requests(TProtocolFactory protocol) {
        this.protocol = protocol;
    }

    public TProtocolFactory protocol() {
        return protocol;
    }

    /** Writes the fields of the arguments. */
    public interface Arguments {
        void write(TProtocol out) throws TException;
    }

    public byte[] echoString(int sequenceId, String value) throws TException {
        return call("echoString", sequenceId, new Everything.echoString_args(value));
    }

    /** Returns a call whose last byte is missing. */
    public byte[] cutShort(int sequenceId) throws TException {
        byte[] whole = echoString(sequenceId, "text");
        return Arrays.copyOf(whole, whole.length - 1);
    }

    public byte[] call(String method, int sequenceId, TSerializable arguments) throws TException {
        return message(method, TMessageType.CALL, sequenceId, arguments);
    }

    public byte[] oneway(String method, int sequenceId, TSerializable arguments) throws TException {
        return message(method, TMessageType.ONEWAY, sequenceId, arguments);
    }

    public byte[] message(String method, byte type, int sequenceId, TSerializable arguments) throws TException {
        return write(method, type, sequenceId, out -> {
            arguments.write(out);
            out.writeMessageEnd();
        });
    }

    /** Returns a call whose only argument, field 1, is written by hand, and which is truncated after it. */
    public byte[] callWithField(String method, int sequenceId, byte fieldType, Arguments field) throws TException {
        return write(method, TMessageType.CALL, sequenceId, out -> {
            out.writeStructBegin(new TStruct("args"));
            out.writeFieldBegin(new TField("value", fieldType, (short) 1));
            field.write(out);
        });
    }

    /** Returns only a header. */
    public byte[] header(String method, byte type, int sequenceId) throws TException {
        return write(method, type, sequenceId, out -> {});
    }

    private byte[] write(String method, byte type, int sequenceId, Arguments arguments) throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(256);
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(method, type, sequenceId));
        arguments.write(out);
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
