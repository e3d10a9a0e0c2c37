package io.grizzlythrift.server;

import io.grizzlythrift.test.gen.Everything;
import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/**
 * The receiving half of a generated client. A client expects the reply of what it sent last; this one expects the
 * replies of another client that sends, in the order of its calls.
 */
final class PipelineReceiver extends Everything.Client {
    PipelineReceiver(TProtocol in) {
        super(in);
    }

    /** The next call was oneway. */
    void skip() {
        seqid_++;
    }

    ByteBuffer receiveBinary() throws TException {
        seqid_++;
        return recv_echoBinary();
    }

    String receiveString() throws TException {
        seqid_++;
        return recv_echoString();
    }

    int receiveI32() throws TException {
        seqid_++;
        return recv_echoI32();
    }
}
