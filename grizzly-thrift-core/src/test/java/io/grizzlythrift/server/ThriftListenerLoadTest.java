package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a drain under load loses no call that ran, while the transport goes on serving something else. */
@Test(timeOut = 120_000)
public final class ThriftListenerLoadTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int CLIENTS = 4;
    private static final int CALLS = 8;
    private static final int ROUNDS = TestSize.of(4, 30);

    /** Counts calls that ran. */
    private static final class Counting implements TProcessor {
        private final TProcessor delegate = new HeldProcessor();
        private final AtomicLong calls = new AtomicLong();

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            delegate.process(in, out);
            calls.incrementAndGet();
        }
    }

    /** Sends calls, several at once, until its connection closes, and counts replies that are not rejections. */
    private static final class Caller extends Thread {
        private final InetSocketAddress address;
        private final CountDownLatch begun;
        private final CompletableFuture<Long> replies = new CompletableFuture<>();

        Caller(InetSocketAddress address, CountDownLatch begun) {
            this.address = address;
            this.begun = begun;
        }

        @Override
        public void run() {
            long count = 0;
            try (RawClient client = new RawClient(address)) {
                byte[][] calls = new byte[CALLS][];
                for (int i = 0; i < CALLS; i++) {
                    calls[i] = HeldProcessor.call(PROTOCOL, "fast", i);
                }
                while (true) {
                    client.sendFrames(calls);
                    for (int i = 0; i < CALLS; i++) {
                        Reply reply = client.readReply(PROTOCOL);
                        assertEquals(reply.sequenceId(), i);
                        count += reply.isException() ? 0 : 1;
                    }
                    begun.countDown();
                }
            } catch (IOException closed) {
                replies.complete(count);
            } catch (Throwable t) {
                replies.completeExceptionally(t);
            }
        }
    }

    @DataProvider
    static Object[][] listeners() {
        IOStrategy worker = WorkerThreadIOStrategy.getInstance();
        IOStrategy same = SameThreadIOStrategy.getInstance();
        return Pairs.of(new Object[] {worker, same}, EchoTransport.Accepting.values(), new Object[] {true, false});
    }

    /**
     * Each call that ran has its reply.
     *
     * @param onWorkers whether calls run on threads of their own
     */
    @Test(dataProvider = "listeners")
    public void noCallThatRanIsLost(IOStrategy io, EchoTransport.Accepting accepting, boolean onWorkers)
            throws Exception {
        try (EchoTransport host = EchoTransport.started(io);
                RawClient echo = host.connect()) {
            for (int round = 0; round < ROUNDS; round++) {
                Counting processor = new Counting();
                ThriftListenerBuilder builder = ThriftListener.builder(host.transport())
                        .name(UniqueName.of("load"))
                        .processor(processor)
                        .strategy(onWorkers ? WorkerThreadStrategy.ofThreads(4) : SameThreadStrategy.create())
                        .limits(Strategies.patient().build());
                ThriftListener listener = builder.listen("127.0.0.1", 0).build().start();
                InetSocketAddress address = accepting.address(host, listener);
                CountDownLatch begun = new CountDownLatch(CLIENTS);
                List<Caller> callers = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    Caller caller = new Caller(address, begun);
                    callers.add(caller);
                    caller.start();
                }
                assertTrue(begun.await(30, TimeUnit.SECONDS));
                assertTrue(listener.shutdown(Duration.ofSeconds(30)), "drained");
                long replies = 0;
                for (Caller caller : callers) {
                    replies += caller.replies.get(30, TimeUnit.SECONDS);
                }
                assertEquals(replies, processor.calls.get(), "round " + round);
                assertEquals(listener.counters().openConnections(), 0);
                assertEquals(listener.counters().inFlight(), 0);
                EchoTransport.assertEchoes(echo);
            }
        }
    }
}
