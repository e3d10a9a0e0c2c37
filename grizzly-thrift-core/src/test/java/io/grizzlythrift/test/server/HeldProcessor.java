package io.grizzlythrift.test.server;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TMemoryBuffer;

/**
 * A processor for calls without arguments: {@code hold} runs until the test releases its sequence id, {@code fast}
 * returns at once. The reply to a call is its sequence id, in field 0.
 */
public final class HeldProcessor implements TProcessor {
    public static final int TIMEOUT_SECONDS = 30;

    private final Map<Integer, CompletableFuture<Thread>> started = new ConcurrentHashMap<>();
    private final Map<Integer, CountDownLatch> holds = new ConcurrentHashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostRunning = new AtomicInteger();

    @Override
    public void process(TProtocol in, TProtocol out) throws TException {
        TMessage call = in.readMessageBegin();
        TProtocolUtil.skip(in, TType.STRUCT);
        in.readMessageEnd();
        mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        started(call.seqid).complete(Thread.currentThread());
        if (call.name.equals("hold")) {
            awaitRelease(call.seqid);
        }
        running.decrementAndGet();
        out.writeMessageBegin(new TMessage(call.name, TMessageType.REPLY, call.seqid));
        out.writeStructBegin(new TStruct());
        out.writeFieldBegin(new TField("success", TType.I32, (short) 0));
        out.writeI32(call.seqid);
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    private void awaitRelease(int sequenceId) {
        try {
            if (!hold(sequenceId).await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("call " + sequenceId + " was never released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Thread> started(int sequenceId) {
        return started.computeIfAbsent(sequenceId, id -> new CompletableFuture<>());
    }

    private CountDownLatch hold(int sequenceId) {
        return holds.computeIfAbsent(sequenceId, id -> new CountDownLatch(1));
    }

    /** Waits until a call runs. */
    public Thread awaitStart(int sequenceId) throws Exception {
        return started(sequenceId).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    public boolean hasStarted(int sequenceId) {
        return started(sequenceId).isDone();
    }

    public void release(int sequenceId) {
        hold(sequenceId).countDown();
    }

    /** Returns the largest number of calls that have run concurrently. */
    public int mostRunning() {
        return mostRunning.get();
    }

    /** Returns the message of a call, without its length prefix. */
    public static byte[] call(TProtocolFactory factory, String method, int sequenceId) throws TException {
        return message(factory, TMessageType.CALL, method, sequenceId);
    }

    /** Returns the message of a oneway call, without its length prefix. */
    public static byte[] oneway(TProtocolFactory factory, String method, int sequenceId) throws TException {
        return message(factory, TMessageType.ONEWAY, method, sequenceId);
    }

    private static byte[] message(TProtocolFactory factory, byte type, String method, int sequenceId)
            throws TException {
        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol out = factory.getProtocol(buffer);
        out.writeMessageBegin(new TMessage(method, type, sequenceId));
        out.writeStructBegin(new TStruct());
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        return java.util.Arrays.copyOf(buffer.getArray(), buffer.length());
    }
}
