package io.grizzlythrift.test.server;

import io.grizzlythrift.test.gen.Everything;
import java.nio.ByteBuffer;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/**
 * The receiving half of a generated client. A generated client expects the reply to the call that it sent last; this
 * one expects the replies to the calls of another client, in order.
 */
public final class PipelineReceiver extends Everything.Client {
    public PipelineReceiver(TProtocol in) {
        super(in);
    }

    /** Skips a oneway call. */
    public void skip() {
        seqid_++;
    }

    public ByteBuffer receiveBinary() throws TException {
        seqid_++;
        return recv_echoBinary();
    }

    public String receiveString() throws TException {
        seqid_++;
        return recv_echoString();
    }

    public int receiveI32() throws TException {
        seqid_++;
        return recv_echoI32();
    }
}
