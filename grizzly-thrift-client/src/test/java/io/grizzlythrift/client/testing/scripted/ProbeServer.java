package io.grizzlythrift.client.testing.scripted;

import static org.testng.Assert.assertSame;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.testkit.LoopbackServer;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import io.grizzlythrift.testkit.ScriptedServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.thrift.protocol.TProtocolFactory;

/** A scripted server of {@code Probe} that holds all calls, and clients that speak one dialect and protocol with it. */
public final class ProbeServer implements AutoCloseable {
    public static final String HOST = LoopbackServer.HOST;
    public static final int TIMEOUT_SECONDS = 20;
    private static final int ATTEMPTS = 20;

    private final Dialect dialect;
    private final TProtocolFactory protocol;
    private final ScriptedServer server = ScriptedServer.builder()
            .service(Probe.class)
            .service("probes", Probe.class)
            .start();

    private ProbeServer(Dialect dialect, TProtocolFactory protocol) {
        this.dialect = dialect;
        this.protocol = protocol;
        server.whenAny().thenHold();
    }

    public static ProbeServer start(TProtocolFactory protocol) {
        return start(Dialect.FRAMED, protocol);
    }

    public static ProbeServer start(Dialect dialect, TProtocolFactory protocol) {
        return new ProbeServer(dialect, protocol);
    }

    /** Starts a server that replies to each call with its own text. */
    public static ProbeServer echoing(TProtocolFactory protocol) {
        ProbeServer echoing = start(protocol);
        echoing.server.whenAny().then(ProbeCalls::reply);
        return echoing;
    }

    public static ProbeServer closingWhatItAccepts(TProtocolFactory protocol) {
        ProbeServer closing = start(protocol);
        closing.server.onConnect(ScriptedConnection::close);
        return closing;
    }

    public int port() {
        return server.port();
    }

    public String endpoint() {
        return server.endpoint();
    }

    /**
     * Returns a builder of a client of this server: one connection, one selector thread, and no timeout that a test would
     * reach.
     */
    public ThriftClientBuilder client() {
        return PatientClient.builder()
                .endpoint(HOST, port())
                .protocol(protocol)
                .dialect(dialect)
                .connectionsPerEndpoint(1)
                .selectorThreads(1)
                .callTimeout(Duration.ofSeconds(2 * TIMEOUT_SECONDS))
                .maxWait(Duration.ofSeconds(2 * TIMEOUT_SECONDS))
                .shutdownGrace(Duration.ZERO);
    }

    /** Returns the same with these limits of calls in flight and of waiting calls. */
    public ThriftClientBuilder client(int maxInFlight, int maxWaiting) {
        return client().maxInFlightPerConnection(maxInFlight).maxWaitingPerEndpoint(maxWaiting);
    }

    /** Makes the client connect, so that its next call is sent at once. */
    public ScriptedConnection connect(ThriftClient client) throws Exception {
        CompletableFuture<String> call = client.stub(Probe.FutureIface.class).echo("hello");
        ReceivedCall request = take();
        ProbeCalls.reply(request);
        CallResults.result(call);
        return request.connection();
    }

    /** A call and its request, which was sent before the deadline. */
    public record Sent<F extends Future<?>>(F call, ReceivedCall request) {}

    /**
     * Makes calls with a short deadline until one is sent in time, which may take several attempts on a loaded machine.
     * Takes all other requests.
     */
    public <F extends Future<?>> Sent<F> takeSent(Callable<F> call) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            F started = call.call();
            if (arrives(started)) {
                return new Sent<>(started, take());
            }
        }
        throw new AssertionError("no call was sent before its deadline");
    }

    /** Waits until the request of a call has arrived or is about to, or the call has timed out unsent. */
    public boolean arrives(Future<?> call) {
        Await.that("a call neither arrives nor ends", () -> waiting() > 0 || call.isDone());
        if (waiting() > 0) {
            return true;
        }
        CallFailedException failure = CallResults.failure(call);
        assertSame(failure.failure(), FailureCause.TIMED_OUT, failure.getMessage());
        return failure.mayHaveRun();
    }

    /** Waits for the next request of any connection. */
    public ReceivedCall take() {
        return server.takeCall();
    }

    public List<ReceivedCall> take(int count) {
        List<ReceivedCall> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(take());
        }
        return taken;
    }

    /** Returns how many requests {@link #take} would return at once. */
    public int waiting() {
        return server.untakenCalls();
    }

    public int acceptedConnections() {
        return server.totalConnections();
    }

    public int openConnections() {
        return server.openConnections().size();
    }

    /** Refuses new connections; open ones stay. */
    public void stopListening() {
        server.stopListening();
    }

    @Override
    public void close() {
        server.close();
    }
}
