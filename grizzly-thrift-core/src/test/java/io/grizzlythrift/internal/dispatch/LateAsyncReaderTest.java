package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.server.AbstractNonblockingServer.AsyncFrameBuffer;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.Test;

/** Tests a hand-written asynchronous processor that keeps its input protocol beyond the call. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class LateAsyncReaderTest {
    /** Replies to each call at once; keeps the input of the first. */
    private static final class Keeping implements TAsyncProcessor, TProcessor {
        private final CompletableFuture<TProtocol> kept = new CompletableFuture<>();
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void process(AsyncFrameBuffer buffer) throws TException {
            TProtocol in = buffer.getInputProtocol();
            TMessage call = in.readMessageBegin();
            if (calls.getAndIncrement() == 0) {
                kept.complete(in);
            } else {
                TProtocolUtil.skip(in, TType.STRUCT);
                in.readMessageEnd();
            }
            TProtocol out = buffer.getOutputProtocol();
            out.writeMessageBegin(new TMessage(call.name, TMessageType.REPLY, call.seqid));
            out.writeMessageEnd();
            buffer.responseReady();
        }

        @Override
        public void process(TProtocol in, TProtocol out) {
            throw new UnsupportedOperationException("asynchronous");
        }
    }

    public void readsNothingOfAnotherCall(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Keeping processor = new Keeping();
        Requests requests = new Requests(protocol);
        try (ThriftServer server =
                        strategy.builder(processor).protocol(protocol).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "first"));
            assertEquals(client.readReply(protocol).sequenceId(), 1);
            client.sendFrames(requests.echoString(2, "second"));
            assertEquals(client.readReply(protocol).sequenceId(), 2);
            TProtocol late = processor.kept.get(20, TimeUnit.SECONDS);
            TTransportException failure = expectThrows(TTransportException.class, late::readI32);
            assertTrue(failure.getMessage().contains("the message is over"), failure.getMessage());
        }
    }
}
