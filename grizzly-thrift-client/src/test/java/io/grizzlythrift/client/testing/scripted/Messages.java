package io.grizzlythrift.client.testing.scripted;

import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;

/** Creates replies with libthrift, without a length prefix. */
public final class Messages {
    private static final int USUAL_BYTES = 128;

    private Messages() {}

    /** Returns a reply whose result is a string. */
    public static byte[] reply(TProtocolFactory protocol, String method, int sequenceId, String result)
            throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(USUAL_BYTES + result.length());
        TProtocol out = protocol.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(method, TMessageType.REPLY, sequenceId));
        out.writeStructBegin(new TStruct());
        out.writeFieldBegin(new TField("success", TType.STRING, (short) 0));
        out.writeString(result);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        return Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
