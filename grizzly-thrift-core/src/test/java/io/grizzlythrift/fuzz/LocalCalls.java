package io.grizzlythrift.fuzz;

import com.sun.management.ThreadMXBean;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.dispatch.AdmissionControl;
import io.grizzlythrift.internal.dispatch.CallExecutorPool;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.dispatch.SubmittedBatch;
import io.grizzlythrift.internal.dispatch.TestAdmission;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameBatches;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.FlushTimer;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.TestReplyWriter;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.server.TestConnections;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.glassfish.grizzly.Connection;

/**
 * Runs messages one at a time as a server does, on the thread of the caller and without a socket. Its connection only
 * records what is written and whether it was terminated.
 */
public final class LocalCalls implements AutoCloseable {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final CounterRecorder counters = new CounterRecorder();
    private final FlushTimer flushTimer = new FlushTimer("local");
    private final ReplyQueue line = TestConnections.queue(ReplyOrder.REQUEST, new TestReplyWriter(this::keep));
    private final ServerConnection connection = TestConnections.of(notingConnection(), line);
    private final CallExecutorPool executors;

    private byte[] sent = new byte[1 << 16];
    private int sentBytes;
    private boolean terminated;
    private Error error;

    public LocalCalls(ThriftProtocol protocol, TProcessor processor) {
        ServiceConfig service = TestConnections.service(protocol, ClientKind.MAX_BYTES);
        AdmissionControl admission = TestAdmission.of(service.limits(), new LimitReporter("local", counters));
        executors = TestConnections.executors(service, flushTimer, admission, counters);
        connection.serve(new ProcessorTable(new Recording(processor), Map.of()));
    }

    /**
     * The result of one message.
     *
     * @param sent everything that was written to the connection
     *
     * @param terminated whether the connection was terminated
     *
     * @param error thrown by reading the arguments, by the handler or by writing the result, even if it was caught and
     * an error reply was sent; empty for an exception
     *
     * @param allocatedBytes allocated by this thread, without those of the connection
     */
    record Outcome(ByteBuffer sent, boolean terminated, Optional<Error> error, long allocatedBytes) {}

    public Outcome run(byte[] message) {
        sentBytes = 0;
        terminated = false;
        error = null;
        FrameBatch frames = FrameBatches.of(message);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        SubmittedBatch batch = TestAdmission.admitted(connection, frames, executors, System.nanoTime());
        batch.claim().run();
        batch.flush();
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        ByteBuffer written = ByteBuffer.wrap(Arrays.copyOf(sent, sentBytes));
        return new Outcome(written, terminated, Optional.ofNullable(error), allocated);
    }

    CounterRecorder counters() {
        return counters;
    }

    private void keep(byte[] bytes, int offset, int length) {
        if (sent.length - sentBytes < length) {
            sent = Arrays.copyOf(sent, sentBytes + 2 * length);
        }
        System.arraycopy(bytes, offset, sent, sentBytes, length);
        sentBytes += length;
    }

    private Connection<?> notingConnection() {
        return (Connection<?>) Proxy.newProxyInstance(
                LocalCalls.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    terminated |= name.startsWith("terminate") || name.startsWith("close");
                    return name.equals("isOpen") ? !terminated : null;
                });
    }

    /** Records errors, which the call executor turns into replies like any other failure. */
    private final class Recording implements TProcessor {
        private final TProcessor processor;

        Recording(TProcessor processor) {
            this.processor = processor;
        }

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            try {
                processor.process(in, out);
            } catch (Error e) {
                error = e;
                throw e;
            }
        }
    }

    @Override
    public void close() {
        flushTimer.close();
    }
}
