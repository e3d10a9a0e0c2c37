package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.current.ThreadCall;
import io.grizzlythrift.message.ProcessorTable;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/**
 * The call that a {@link CallInvoker} runs: its batch, its index and its header. Reused call after call. Used by one
 * thread at a time.
 */
final class InvokedCall extends ThreadCall {
    private final long timeoutNanos;

    /** Kept after the call: the next one is usually of the same batch. */
    private ReadBatch batch;

    private int index;
    private TMessage header;

    /** @param timeoutNanos the server's callTimeout, for the context of the call */
    InvokedCall(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    void begin(ReadBatch of, int call, TMessage read) {
        if (batch != of) {
            batch = of;
        }
        index = call;
        header = read;
        enter();
    }

    /** Releases the references to the last call, unless another one runs. */
    void release() {
        if (!isActive()) {
            batch = null;
            header = null;
        }
    }

    @Override
    public ConnectionCallContext context() {
        CallOrigin origin = batch.origin();
        return new ConnectionCallContext(
                origin.connection(), origin.headers(), header.name, messageBytes(), batch.arrival(), timeoutNanos);
    }

    ReadBatch batch() {
        return batch;
    }

    /** {@return the index of the call within its batch} */
    int index() {
        return index;
    }

    /** {@return the number of the call on its connection} */
    long number() {
        return batch.numberOf(index);
    }

    TMessage header() {
        return header;
    }

    /** {@return the length of the message, without the 4 bytes of the frame length} */
    int messageBytes() {
        return batch.frames().length(index);
    }

    boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    ProcessorTable services() {
        return batch.origin().services();
    }
}
