package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.current.ThreadCall;
import io.grizzlythrift.message.ProcessorTable;
import org.apache.thrift.protocol.TMessage;

/** The call that a {@link CallInvoker} runs: its batch, its number and its header. Reused call after call. */
final class InvokedCall extends ThreadCall {
    /** Kept when the call has ended: the next one is mostly of the same batch. */
    private ReadBatch batch;

    private int number;
    private TMessage header;

    void begin(ReadBatch of, int call, TMessage read) {
        if (batch != of) {
            batch = of;
        }
        number = call;
        header = read;
        enter();
    }

    /** Forgets the call that ended last, unless another one runs. */
    void release() {
        if (!isActive()) {
            batch = null;
            header = null;
        }
    }

    @Override
    public ConnectionCallContext context() {
        return batch.contextOf(number, header);
    }

    ReadBatch batch() {
        return batch;
    }

    /** {@return the number of the call within its batch} */
    int number() {
        return number;
    }

    TMessage header() {
        return header;
    }

    ProcessorTable services() {
        return batch.connection().services();
    }
}
