package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.UnreadPort;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tests that encoded calls take no more memory than the limit, and release it once, however they end. */
public class QueuedBytesTest {
    private static final int CALL = 30_000;
    private static final int MAX = 100_000;
    private static final String TEXT = "x".repeat(CALL);

    /** More than the buffers of any socket hold. */
    private static final String LARGE = "x".repeat(12_000_000);

    @Test
    public void theChargeIsBoundedAndExact() {
        QueuedBytes memory = new QueuedBytes(1_000_000, CodecPool.MAX_IDLE);
        QueuedBytes.Reservation one = memory.new Reservation();
        QueuedBytes.Reservation other = memory.new Reservation();
        for (int i = 1; i <= 100; i++) {
            assertTrue(one.take(17));
            assertTrue(other.take(2_000));
            assertEquals(memory.bytes(), i * 2_017L);
        }
        assertFalse(one.take(1_000_000));
        assertEquals(memory.bytes(), 201_700);
        while (other.take(5_000)) {
            assertTrue(memory.bytes() <= memory.maxBytes());
        }
        assertTrue(memory.bytes() > 1_000_000 - 5_000 - 1_000_000 / 16, memory.bytes() + " bytes");
        memory.giveBack(memory.bytes());
        one.close();
        other.close();
        assertEquals(memory.bytes(), 0);
        assertFalse(memory.isFull());
    }

    /** Both find room for one copy at the same time; there is none for two. */
    @Test(timeOut = 60_000)
    @SuppressWarnings("ThreadPriorityCheck") // the threads must meet, on one core as well
    public void copiesOfTwoThreadsTakeHalfOfTheLimitTogether() throws Exception {
        int rounds = 2_000;
        List<QueuedBytes> memories = Stream.generate(() -> new QueuedBytes(1_000_000, CodecPool.MAX_IDLE))
                .limit(rounds)
                .toList();
        AtomicInteger arrived = new AtomicInteger();
        Callable<Integer> keepOne = () -> {
            int kept = 0;
            for (int round = 0; round < rounds; round++) {
                QueuedBytes.Reservation reservation = memories.get(round).new Reservation();
                arrived.incrementAndGet();
                while (arrived.get() < 2 * (round + 1)) {
                    assertFalse(Thread.interrupted(), "the other thread has failed");
                    Thread.yield();
                }
                kept += reservation.keep(300_000) ? 1 : 0;
            }
            return kept;
        };
        ExecutorService callers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> kept = callers.invokeAll(List.of(keepOne, keepOne));
            assertEquals(kept.get(0).get() + kept.get(1).get(), rounds);
            assertEquals(
                    memories.stream().mapToLong(QueuedBytes::keptBytes).max().orElseThrow(), 300_000);
        } finally {
            callers.shutdownNow();
        }
    }

    /** No further call needs to be encoded to learn that. */
    @Test
    public void isFullOnceTheLastByteIsTaken() {
        QueuedBytes memory = new QueuedBytes(100, CodecPool.MAX_IDLE);
        QueuedBytes.Reservation calls = memory.new Reservation();
        assertTrue(calls.take(99));
        assertFalse(memory.isFull());
        assertTrue(calls.take(1));
        assertTrue(memory.isFull());
        memory.giveBack(1);
        assertFalse(memory.isFull());
    }

    /** Returns a client that sends nothing: its connection never opens. */
    private static ThriftClientBuilder waitingClient(ServerSocket server) {
        return PatientClient.builder()
                .endpoint(ProbeServer.HOST, server.getLocalPort())
                .protocol(ThriftProtocol.COMPACT)
                .connectionsPerEndpoint(1)
                .maxQueuedBytes(MAX)
                .callTimeout(Duration.ofHours(1))
                .shutdownGrace(Duration.ZERO);
    }

    @Test(timeOut = 60_000)
    public void aCallOverTheLimitFailsUntilAnotherOneEnds() throws Exception {
        try (ServerSocket stuck = UnreadPort.open();
                ThriftClient client =
                        waitingClient(stuck).maxQueuedBytes(13_000_000).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            waiting.add(stub.echo(LARGE));
            Await.that("not sent", () -> client.counters().sent() == 1);
            while (client.counters().queuedBytes() < 13_000_000 - CALL - 100) {
                waiting.add(stub.echo(TEXT));
            }
            long full = client.counters().queuedBytes();
            CallFailedException refused = CallResults.failure(stub.echo(TEXT), FailureCause.NO_CAPACITY, false);
            assertTrue(
                    refused.getMessage().contains(full + " bytes, maxQueuedBytes is 13000000"), refused.getMessage());
            assertEquals(client.counters().queuedBytesRejections(), 1);
            assertEquals(client.counters().queuedBytes(), full);

            assertTrue(waiting.get(1).cancel(true));
            assertTrue(client.counters().queuedBytes() <= full - CALL, "the cancelled call keeps its bytes");
            Probe.FutureIface soon =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(Duration.ofMillis(20)));
            CallResults.failure(soon.echo(TEXT), FailureCause.TIMED_OUT, false);
            assertTrue(client.counters().queuedBytes() <= full - CALL, "the overdue call keeps its bytes");

            client.shutdown(Duration.ZERO);
            CallResults.failure(waiting.get(0), FailureCause.CLIENT_CLOSED, true);
            Await.that(
                    "bytes of a connection that has ended",
                    () -> client.counters().queuedBytes() == 0);
            assertEquals(client.counters().inFlight(), 0);
        }
    }

    @Test(timeOut = 60_000)
    public void aCallLargerThanTheLimitIsRejected() throws Exception {
        try (ServerSocket server = UnreadPort.open();
                ThriftClient client = waitingClient(server).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CallFailedException failure =
                    CallResults.failure(stub.echo("x".repeat(MAX)), FailureCause.UNWRITABLE_CALL, false);
            assertTrue(failure.getMessage().contains("maxQueuedBytes is " + MAX), failure.getMessage());
            assertEquals(client.counters().queuedBytes(), 0);
        }
    }

    @Test(timeOut = 60_000)
    public void sendingReleasesTheCharge() throws Exception {
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().maxQueuedBytes(40_000_000).build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            for (int i = 0; i < 20; i++) {
                List<CompletableFuture<String>> calls = List.of(
                        stub.echo("small"), stub.echo(TEXT), stub.echo("x".repeat(1_000_000)), stub.echo("small"));
                for (CompletableFuture<String> call : calls) {
                    CallResults.result(call);
                }
                CallResults.result(stub.note(TEXT));
                assertEquals(client.counters().queuedBytes(), 0);
            }
            assertEquals(client.counters().queuedBytesRejections(), 0);
        }
    }

    @Test(timeOut = 60_000)
    public void partialRepliesAreBounded() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().maxPartialFrameBytes(MAX).build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("all but the end");
            ReceivedCall request = server.take();
            byte[] started = new byte[4 + 2 * MAX];
            started[1] = 0x10; // 1 MiB
            request.connection().send(started); // the client does not wait for the last bytes
            CallFailedException failure = CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true);
            assertTrue(failure.getMessage().contains(String.valueOf(MAX)), failure.getMessage());
            ProbeCalls.awaitClosed(request.connection());
        }
    }

    @Test
    public void boundsAreCheckedAgainstTheHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        ThriftClientBuilder builder =
                ThriftClient.builder().maxQueuedBytes(heap).maxPartialFrameBytes(heap);
        for (long bad : new long[] {0, -1, heap + 1}) {
            for (Runnable option :
                    List.<Runnable>of(() -> builder.maxQueuedBytes(bad), () -> builder.maxPartialFrameBytes(bad))) {
                String message = expectThrows(IllegalArgumentException.class, option::run)
                        .getMessage();
                assertTrue(message.contains(" is " + bad + ", "), message);
                assertTrue(message.contains(String.valueOf(heap)), message);
            }
        }
        ThriftClientConfig defaults = ClientConfigs.of(ThriftClient.builder().endpoint("127.0.0.1", 1));
        assertEquals(defaults.maxQueuedBytes(), heap / 4);
        assertEquals(defaults.maxPartialFrameBytes(), heap / 4);
    }
}
