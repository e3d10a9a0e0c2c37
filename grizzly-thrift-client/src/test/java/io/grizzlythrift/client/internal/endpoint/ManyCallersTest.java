package io.grizzlythrift.client.internal.endpoint;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that all calls get their own replies with far more callers than connections and than calls in flight. */
public class ManyCallersTest {
    private static final int LIMIT_SECONDS = 60;
    private static final int MAX_IN_FLIGHT = 8;

    private static final int BLOCKING_THREADS = 40;
    private static final int BLOCKING_CALLS = 150;
    private static final int FUTURE_THREADS = 4;
    private static final int FUTURE_CALLS = 1_500;
    private static final int FUTURES_AT_A_TIME = 64;
    private static final int CHAINS = 8;
    private static final int CHAINED_CALLS = 500;

    /** One of this many calls is a oneway call. */
    private static final int NOTE_EVERY = 10;

    private static final int WITH_REPLY =
            BLOCKING_THREADS * BLOCKING_CALLS + FUTURE_THREADS * FUTURE_CALLS + CHAINS * CHAINED_CALLS;
    private static final int NOTES = WITH_REPLY / NOTE_EVERY;

    @DataProvider
    static Object[][] servers() {
        return new Object[][] {
            {Servers.WORKER_THREAD, 2}, {Servers.WORKER_THREAD_AS_COMPLETED, 4}, {Servers.THREADED_SELECTOR, 3}
        };
    }

    @Test(dataProvider = "servers", timeOut = 5 * 60_000)
    void everyCallerGetsItsOwnReplies(Servers kind, int connections) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (TestServer server = kind.start(ThriftProtocol.COMPACT, new Probe.Processor<>(handler));
                ThriftClient client = PatientClient.builder()
                        .name("many-callers")
                        .endpoint(TestServer.HOST, server.port())
                        .protocol(ThriftProtocol.COMPACT)
                        .connectionsPerEndpoint(connections)
                        .maxInFlightPerConnection(MAX_IN_FLIGHT)
                        .maxWaitingPerEndpoint(2_000)
                        .maxWait(Duration.ofSeconds(LIMIT_SECONDS))
                        .callTimeout(Duration.ofSeconds(LIMIT_SECONDS))
                        .build()) {
            callInAllWays(client);
            assertEquals(client.counters().calls(), WITH_REPLY + NOTES);
            assertEquals(
                    client.counters().completed(),
                    WITH_REPLY + NOTES,
                    client.counters().toString());
            assertEquals(client.counters().openConnections(), connections);
            Await.that("notes are missing", () -> handler.notes() == NOTES);
            assertEquals(handler.calls(), WITH_REPLY + NOTES);
            assertEquals(
                    ClientInternals.placesTaken(client).stream()
                            .mapToInt(i -> i)
                            .sum(),
                    0);
        }
    }

    private static void callInAllWays(ThriftClient client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(BLOCKING_THREADS + FUTURE_THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int c = 0; c < CHAINS; c++) {
                Chain chain = new Chain(client, "chain " + c);
                chain.next();
                ends.add(chain.end);
            }
            for (int t = 0; t < BLOCKING_THREADS; t++) {
                ends.add(threads.submit(blocking(client, t)));
            }
            for (int t = 0; t < FUTURE_THREADS; t++) {
                ends.add(threads.submit(futures(client, "futures " + t)));
            }
            for (Future<?> end : ends) {
                end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Void> blocking(ThriftClient client, int thread) {
        Probe.Iface stub = client.stub(Probe.Iface.class);
        return () -> {
            for (int i = 0; i < BLOCKING_CALLS; i++) {
                String text = thread + "/" + i;
                switch (i % 3) {
                    case 0 -> assertEquals(stub.echo(text), text);
                    case 1 -> assertEquals(stub.add(thread, i), (long) thread + i);
                    default -> {
                        Parcel parcel = new Parcel().setName(text).setTruth(i % 2 == 0);
                        assertEquals(stub.echoParcel(parcel), parcel);
                    }
                }
                if (i % NOTE_EVERY == 0) {
                    stub.note(text);
                }
            }
            return null;
        };
    }

    private static Callable<Void> futures(ThriftClient client, String name) {
        Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
        return () -> {
            Deque<CompletableFuture<String>> started = new ArrayDeque<>();
            Deque<String> expected = new ArrayDeque<>();
            for (int i = 0; i < FUTURE_CALLS; i++) {
                expected.add(name + "/" + i);
                started.add(stub.echo(expected.getLast()));
                if (i % NOTE_EVERY == 0) {
                    stub.note(expected.getLast()).get(LIMIT_SECONDS, TimeUnit.SECONDS);
                }
                if (started.size() == FUTURES_AT_A_TIME) {
                    assertEquals(started.poll().get(LIMIT_SECONDS, TimeUnit.SECONDS), expected.poll());
                }
            }
            while (!started.isEmpty()) {
                assertEquals(started.poll().get(LIMIT_SECONDS, TimeUnit.SECONDS), expected.poll());
            }
            return null;
        };
    }

    /** Starts each call in the callback of the one before, on the thread that reads replies. */
    private static final class Chain implements AsyncMethodCallback<String> {
        private final Probe.AsyncIface stub;
        private final String name;
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private int replied;

        Chain(ThriftClient client, String name) {
            stub = client.stub(Probe.AsyncIface.class);
            this.name = name;
        }

        void next() throws TException {
            if (replied % NOTE_EVERY == 0) {
                stub.note(name, new Sent());
            }
            stub.echo(name + "/" + replied, this);
        }

        @Override
        public void onComplete(String reply) {
            try {
                assertEquals(reply, name + "/" + replied);
                replied++;
                if (replied == CHAINED_CALLS) {
                    end.complete(null);
                } else {
                    next();
                }
            } catch (Throwable t) {
                end.completeExceptionally(t);
            }
        }

        @Override
        public void onError(Exception failure) {
            end.completeExceptionally(failure);
        }

        private final class Sent implements AsyncMethodCallback<Void> {
            @Override
            public void onComplete(Void nothing) {}

            @Override
            public void onError(Exception failure) {
                end.completeExceptionally(failure);
            }
        }
    }
}
