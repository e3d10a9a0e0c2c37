package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * The exception of the last rejection, as encoded: usually, the calls of a whole read are rejected together, and copying
 * takes a third of the time of encoding. Used by one thread at a time.
 */
final class RejectionBody {
    /** The rejection and the protocol of the bytes; null before. */
    private RejectedCall last;

    private TProtocolFactory factory;
    private byte[] bytes = {};

    /** {@return whether the bytes of an exception do not depend on what precedes it in the message} */
    static boolean isPossibleIn(TProtocolFactory factory) {
        return factory == ThriftProtocol.BINARY || factory == ThriftProtocol.COMPACT;
    }

    /** Writes an exception, after the header of its message. */
    void write(RejectedCall rejection, TProtocolFactory to, TProtocol out, MessageTransport transport)
            throws TException {
        if (rejection == last && to == factory) {
            transport.write(bytes, 0, bytes.length);
            return;
        }
        int start = transport.writtenBytes();
        rejection.write(out);
        byte[] message = transport.copyOfWritten();
        bytes = Arrays.copyOfRange(message, start, message.length);
        last = rejection;
        factory = to;
    }
}
