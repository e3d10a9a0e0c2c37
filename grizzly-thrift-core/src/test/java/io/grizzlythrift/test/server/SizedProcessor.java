package io.grizzlythrift.test.server;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/**
 * A processor for calls without arguments, whose replies all have the same size. It replies to {@code hold} when the
 * test releases it, and to anything else at once.
 */
public final class SizedProcessor implements TProcessor {
    private final int bytes;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    public SizedProcessor(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public void process(TProtocol in, TProtocol out) throws TException {
        TMessage call = in.readMessageBegin();
        TProtocolUtil.skip(in, TType.STRUCT);
        in.readMessageEnd();
        calls.incrementAndGet();
        if (call.name.equals("hold")) {
            held.countDown();
            await(release);
        }
        out.writeMessageBegin(new TMessage(call.name, TMessageType.REPLY, call.seqid));
        out.writeStructBegin(new TStruct());
        out.writeFieldBegin(new TField("success", TType.STRING, (short) 0));
        out.writeBinary(ByteBuffer.allocate(bytes));
        out.writeFieldEnd();
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the call was never released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until {@code hold} runs. */
    public void awaitHeld() {
        await(held);
    }

    public void release() {
        release.countDown();
    }

    /** Returns the number of started calls. */
    public int calls() {
        return calls.get();
    }
}
