package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.PlainJsonHeader;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Encodes rejections, and keeps what follows the header of the last one: usually, the calls of a whole read are rejected
 * together, and copying takes a third of the time of encoding. Used by one thread at a time.
 */
public final class RejectionEncoder {
    /** The last rejection, and the protocol that it was encoded in; null before. */
    private RejectedCall last;

    private TProtocolFactory lastFactory;

    /** What follows the header. In the protocols of this library, it does not depend on the header. */
    private byte[] body = {};

    /**
     * Writes the reply to a call.
     *
     * @param factory the factory of the protocol
     * @param protocol writes to the transport
     */
    public void write(
            TMessage call,
            RejectedCall rejection,
            TProtocolFactory factory,
            TProtocol protocol,
            MessageTransport transport)
            throws TException {
        TMessage header = new TMessage(call.name, TMessageType.EXCEPTION, call.seqid);
        boolean isKept = rejection == last && factory == lastFactory;
        if (isKept && factory == ThriftProtocol.JSON && PlainJsonHeader.write(header, transport)) {
            transport.write(body, 0, body.length);
            return;
        }
        protocol.writeMessageBegin(header);
        if (isKept && factory != ThriftProtocol.JSON) {
            transport.write(body, 0, body.length);
            protocol.writeMessageEnd(); // writes nothing
            return;
        }
        int start = transport.writtenBytes();
        rejection.write(protocol);
        protocol.writeMessageEnd();
        if (factory instanceof ThriftProtocol) {
            byte[] message = transport.copyOfWritten();
            body = Arrays.copyOfRange(message, start, message.length);
            last = rejection;
            lastFactory = factory;
        }
    }
}
