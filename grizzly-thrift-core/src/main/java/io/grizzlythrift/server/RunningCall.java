package io.grizzlythrift.server;

import java.util.Optional;
import org.apache.thrift.protocol.TMessage;

/**
 * The call that one thread runs. A call runner writes plain fields at the begin and the end of each call; the thread is
 * looked up, and a context made, only for who asks.
 */
final class RunningCall {
    private static final ThreadLocal<RunningCall> CURRENT = ThreadLocal.withInitial(RunningCall::new);

    private ConnectionBatch batch;
    private int call;
    private TMessage header;

    private RunningCall() {}

    static RunningCall ofThisThread() {
        return CURRENT.get();
    }

    void begin(ConnectionBatch of, int number, TMessage read) {
        batch = of;
        call = number;
        header = read;
    }

    void end() {
        batch = null;
        header = null;
    }

    Optional<CallContext> context() {
        return batch == null ? Optional.empty() : Optional.of(batch.contextOf(call, header));
    }
}
