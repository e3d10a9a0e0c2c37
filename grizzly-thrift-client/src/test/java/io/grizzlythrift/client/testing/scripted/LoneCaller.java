package io.grizzlythrift.client.testing.scripted;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.io.IOException;
import java.nio.channels.Selector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * A server, a client with one connection to it, and blocking calls that are alone in flight. The timers of the client are held,
 * so that an idle connection does not change until the test {@linkplain #releaseTimers releases} them.
 */
public final class LoneCaller implements AutoCloseable {
    private static final int ENOUGH_CALLS = 1_000;

    private final ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
    private CountDownLatch timersHeld;
    private final CountDownLatch selectorHeld = new CountDownLatch(1);
    private final ThriftClient client;
    private final PooledConnection connection;
    private final ScriptedConnection peer;

    public LoneCaller() throws Exception {
        client = server.client().retries(RetryPolicy.create().withMaxRetries(0)).build();
        peer = server.connect(client);
        connection = ClientInternals.openConnections(client).get(0);
        holdTimers();
    }

    /** Runs no timer of the client until they are {@linkplain #releaseTimers released}. */
    public void holdTimers() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        timersHeld = held;
        ClientInternals.timers(client).schedule(0, () -> {
            holding.countDown();
            awaitQuietly(held);
        });
        holding.await();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public ProbeServer server() {
        return server;
    }

    public ThriftClient client() {
        return client;
    }

    /** Returns the connection of the client. */
    public PooledConnection connection() {
        return connection;
    }

    /** Returns the connection of the server. */
    public ScriptedConnection peer() {
        return peer;
    }

    /** Returns the name of the state of the {@code ReplyReader}. */
    public String reader() {
        return ClientInternals.reader(connection);
    }

    public String blocking(String text) throws Exception {
        return client.stub(Probe.Iface.class).echo(text);
    }

    /** Makes calls until the selector thread has left reading to callers. */
    public LoneCaller warmUp() throws Exception {
        for (int i = 0; i < ENOUGH_CALLS && !reader().equals("NONE"); i++) {
            call();
            // otherwise the next call may be sent before the selector thread has seen that this one was alone
            Await.that("a reply is not counted", () -> connection.inFlight() == 0);
        }
        awaitReader("NONE");
        return this;
    }

    /** Makes a blocking call that has its reply at once. */
    public void call() throws Exception {
        CompletableFuture<String> call = CallerThread.start(() -> blocking("lone"));
        ProbeCalls.reply(server.take());
        CallResults.result(call);
    }

    /** Waits until something has arrived that no thread reads; the kernel delivers it some time after it was sent. */
    public void awaitUnread() throws IOException {
        awaitReader("NONE");
        Selector idle = ClientInternals.callerSelector(connection);
        Await.that("nothing arrives", () -> idle.selectNow(key -> {}) > 0);
    }

    public void awaitReader(String state) {
        Await.that("reader is not " + state, () -> reader().equals(state));
    }

    /** A call whose caller waits for the socket, and its thread. */
    public record Held(CompletableFuture<String> call, ReceivedCall request, Thread caller) {
        /** Replies to the call, and checks its result. */
        public void end() throws Exception {
            ProbeCalls.reply(request);
            assertEquals(CallResults.result(call), "held");
        }
    }

    /** Starts a call on a new thread, which waits for the reply at the socket when this method returns. */
    public Held hold() throws Exception {
        warmUp();
        CompletableFuture<Thread> caller = new CompletableFuture<>();
        CompletableFuture<String> call = CallerThread.start(() -> {
            caller.complete(Thread.currentThread());
            return blocking("held");
        });
        Held held = new Held(call, server.take(), CallResults.result(caller));
        awaitReader("CALLER");
        Await.that("no selector to wait at", () -> ClientInternals.callerSelector(connection) != null);
        return held;
    }

    /** Blocks the selector thread until {@link #releaseSelector} or the end of the test. */
    public void holdSelector() throws Exception {
        CountDownLatch holding = new CountDownLatch(1);
        connection.runOnSelector(() -> {
            holding.countDown();
            awaitQuietly(selectorHeld);
        });
        holding.await();
    }

    public void releaseSelector() {
        selectorHeld.countDown();
    }

    public void releaseTimers() {
        timersHeld.countDown();
    }

    @Override
    public void close() throws IOException {
        releaseTimers();
        releaseSelector();
        client.close();
        server.close();
    }
}
