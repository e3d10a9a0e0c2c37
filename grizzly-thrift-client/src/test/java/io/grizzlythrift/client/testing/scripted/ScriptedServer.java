package io.grizzlythrift.client.testing.scripted;

import static org.testng.Assert.assertNotNull;
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
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * A server on the loopback interface that passes each request to the test, which sends any bytes or none. It
 * never stops reading, so that unread bytes do not turn the end of a connection into a reset.
 */
public final class ScriptedServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";
    public static final int TIMEOUT_SECONDS = 20;
    private static final int BACKLOG = 100;
    private static final int ATTEMPTS = 20;

    private final Dialect dialect;
    private final TProtocolFactory protocol;
    private final ServerSocket listener;
    private final Welcome welcome;
    private final BlockingQueue<ScriptedRequest> requests = new LinkedBlockingQueue<>();
    private final Set<ScriptedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    /** The treatment of an accepted connection. */
    public enum Welcome {
        /** Its requests are passed to the test. */
        SERVE,

        /** Its requests get their own text as a reply. */
        ECHO,

        /** It is closed. */
        CLOSE
    }

    private ScriptedServer(Dialect dialect, TProtocolFactory protocol, Welcome welcome) throws IOException {
        this.dialect = dialect;
        this.protocol = protocol;
        this.welcome = welcome;
        listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        daemon("scripted-accept", this::accept);
    }

    public static ScriptedServer start(TProtocolFactory protocol) throws IOException {
        return start(Dialect.FRAMED, protocol);
    }

    public static ScriptedServer start(Dialect dialect, TProtocolFactory protocol) throws IOException {
        return new ScriptedServer(dialect, protocol, Welcome.SERVE);
    }

    public static ScriptedServer echoing(TProtocolFactory protocol) throws IOException {
        return new ScriptedServer(Dialect.FRAMED, protocol, Welcome.ECHO);
    }

    public static ScriptedServer closingWhatItAccepts(TProtocolFactory protocol) throws IOException {
        return new ScriptedServer(Dialect.FRAMED, protocol, Welcome.CLOSE);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public String endpoint() {
        return HOST + ":" + port();
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
        ScriptedRequest request = take();
        request.sendReply();
        CallResults.result(call);
        return request.connection();
    }

    /** A call and its request, which was sent before the deadline. */
    public record Sent<F extends Future<?>>(F call, ScriptedRequest request) {}

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
    public ScriptedRequest take() throws InterruptedException {
        ScriptedRequest request = requests.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(request, "no request arrived");
        return request;
    }

    public List<ScriptedRequest> take(int count) throws InterruptedException {
        List<ScriptedRequest> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(take());
        }
        return taken;
    }

    /** Returns how many requests {@link #take} would return at once. */
    public int waiting() {
        return requests.size();
    }

    public int acceptedConnections() {
        return accepted.get();
    }

    public int openConnections() {
        return open.size();
    }

    private void accept() {
        while (true) {
            try {
                welcome(listener.accept());
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void welcome(Socket socket) throws IOException {
        accepted.incrementAndGet();
        if (welcome == Welcome.CLOSE) {
            socket.close();
            return;
        }
        ScriptedConnection connection = new ScriptedConnection(socket, dialect, protocol);
        open.add(connection);
        daemon("scripted-read", () -> {
            connection.read(welcome == Welcome.ECHO ? ScriptedRequest::sendReply : requests::add);
            open.remove(connection);
        });
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Refuses new connections; open ones stay. */
    public void stopListening() throws IOException {
        listener.close();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (ScriptedConnection connection : open) {
            connection.closeNow();
        }
    }
}
