package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ChainServer;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.EchoHandler;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the array of a read is reused for another read, but only when it is no longer in use. */
@Test(timeOut = 60_000)
public final class ReadBufferReuseTest {
    private static final ThriftProtocol PROTOCOL = ChainServer.PROTOCOL;
    private static final int CALLS = 20;
    private static final int READS = 50;

    /** The number of calls that make a read large enough for the pool. */
    private static final int VALUE_BYTES = 1000;

    /** Echoes its argument, and retains binary values. */
    private static final class KeepingHandler extends EverythingHandler {
        private final Queue<ByteBuffer> retained = new ConcurrentLinkedQueue<>();

        @Override
        public ByteBuffer echoBinary(ByteBuffer value) {
            retained.add(value.duplicate());
            return value;
        }
    }

    private static byte[] value(int number) {
        byte[] value = new byte[VALUE_BYTES];
        ByteBuffer.wrap(value).putInt(number);
        for (int i = Integer.BYTES; i < VALUE_BYTES; i++) {
            value[i] = (byte) number;
        }
        return value;
    }

    private static byte[][] strings(Requests requests, int read) throws TException {
        byte[][] frames = new byte[CALLS][];
        for (int call = 0; call < CALLS; call++) {
            frames[call] = requests.echoString(call, text(read, call));
        }
        return frames;
    }

    private static String text(int read, int call) {
        return ("read " + read + ", call " + call + "; ").repeat(VALUE_BYTES / 20);
    }

    private static void echoStrings(RawClient client, Requests requests, int read) throws Exception {
        client.sendFrames(strings(requests, read));
        for (int call = 0; call < CALLS; call++) {
            client.readReply(requests.protocol()).assertEchoString(call, text(read, call));
        }
    }

    @DataProvider
    static Object[][] strategiesAndFactories() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : Strategies.values()) {
            rows.add(new Object[] {strategy, ThriftProtocol.BINARY});
            rows.add(new Object[] {strategy, ThriftProtocol.COMPACT});
            rows.add(new Object[] {strategy, new TBinaryProtocol.Factory()});
            rows.add(new Object[] {strategy, new TCompactProtocol.Factory()});
        }
        return rows.toArray(Object[][]::new);
    }

    /**
     * One call in each read has a binary value; the reads between contain only strings, and their arrays are reused.
     */
    @Test(dataProvider = "strategiesAndFactories")
    public void retainedValuesDoNotChange(Strategies strategy, TProtocolFactory protocol) throws Exception {
        KeepingHandler handler = new KeepingHandler();
        Requests requests = new Requests(protocol);
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                        .protocol(protocol)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int read = 0; read < READS; read++) {
                byte[][] frames = strings(requests, read);
                frames[read % CALLS] = requests.call(
                        "echoBinary", read % CALLS, new Everything.echoBinary_args(ByteBuffer.wrap(value(read))));
                client.sendFrames(frames);
                for (int call = 0; call < CALLS; call++) {
                    client.readFrame();
                }
                echoStrings(client, requests, read);
            }
        }
        assertEquals(handler.retained.size(), READS);
        for (int read = 0; read < READS; read++) {
            assertEquals(handler.retained.poll(), ByteBuffer.wrap(value(read)), "the value of read " + read);
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theArrayOfAReadOfStringsIsReused(Strategies strategy) throws Exception {
        Requests requests = new Requests(PROTOCOL);
        try (ChainServer server = new ChainServer(
                        strategy, EchoHandler.processor(), Strategies.patient().build());
                RawClient client = server.connect()) {
            for (int read = 0; read < READS; read++) {
                echoStrings(client, requests, read);
            }
            Await.that("no array is reused", () -> server.memory().pooledArrays() > 0);
        }
    }

    /** The reads of a large frame are copied, so that their arrays can be reused at once. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void arraysOfPartialFramesAreReused(Strategies strategy) throws Exception {
        byte[] framed = RawClient.framed(new Requests(PROTOCOL).echoString(1, "x".repeat(50_000)));
        try (ChainServer server = new ChainServer(
                        strategy, EchoHandler.processor(), Strategies.patient().build());
                RawClient client = server.connect()) {
            client.send(Arrays.copyOf(framed, 10_000));
            Await.that(
                    "the array of the read is not reused", () -> server.memory().pooledArrays() == 1);
            client.send(Arrays.copyOfRange(framed, 10_000, framed.length));
            client.readReply(PROTOCOL).assertEchoString(1, "x".repeat(50_000));
        }
    }

    /** Echoes its argument; the call that starts first reads its arguments only when the test permits it. */
    private static final class LateReader implements TProcessor {
        private final AtomicBoolean started = new AtomicBoolean();
        private final CountDownLatch waiting = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final TProcessor echo = EchoHandler.processor();

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            if (started.compareAndSet(false, true)) {
                waiting.countDown();
                try {
                    if (!goOn.await(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                        throw new TException("the test never said so");
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            echo.process(in, out);
        }
    }

    /** One call of a read has started but not read its arguments; all others have ended, and many reads follow. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void anArrayIsInUseUntilAllArgumentsAreRead(Strategies strategy) throws Exception {
        LateReader processor = new LateReader();
        Requests requests = new Requests(PROTOCOL);
        try (ChainServer server = new ChainServer(
                        strategy, processor, Strategies.patient().build());
                RawClient waiting = server.connect();
                RawClient other = server.connect()) {
            waiting.sendFrames(strings(requests, 0));
            assertTrue(processor.waiting.await(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS));
            Await.that("the others have not ended", () -> server.counters().inFlight() == 1);
            for (int read = 1; read < READS; read++) {
                echoStrings(other, requests, read);
            }
            processor.goOn.countDown();
            for (int call = 0; call < CALLS; call++) {
                waiting.readReply(PROTOCOL).assertEchoString(call, text(0, call));
            }
        }
    }
}
