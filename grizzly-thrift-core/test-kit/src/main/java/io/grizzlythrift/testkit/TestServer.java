package io.grizzlythrift.testkit;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.testkit.internal.CallLog;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A server of this library in the process of a test, around handlers of your own. It is the server that runs in production,
 * on a free port of the loopback interface, with a log of its calls.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.of(new CalculatorHandler())) {
 *     ... // code that calls 127.0.0.1, server.port()
 *     assertEquals(server.awaitCall("add").arguments(), List.of(1, 2));
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class TestServer implements LoopbackServer {
    private final ThriftServer server;
    private final CallLog<ServedCall> log;
    private final int port;

    TestServer(ThriftServer server, ServedCalls calls) {
        this.server = server;
        log = calls.log();
        port = server.port();
    }

    /**
     * Starts a server on a free port. Each handler is served under the name of its service in the IDL; a single one also gets
     * the calls that name no service.
     *
     * @param handlers implement the generated {@code Iface}, {@code AsyncIface} or {@code FutureIface} of one service each;
     *     thread-safe
     * @return a running server
     * @throws IllegalArgumentException if one implements no such interface, or two belong to the same service
     * @throws IllegalStateException if there is no handler
     */
    public static TestServer of(Object... handlers) {
        TestServerBuilder builder = builder();
        for (Object handler : handlers) {
            builder.handler(handler);
        }
        return builder.start();
    }

    /** {@return a builder with defaults} */
    public static TestServerBuilder builder() {
        return new TestServerBuilder();
    }

    @Override
    public int port() {
        return port;
    }

    /** {@return the server itself, with its counters, metrics and drain} */
    public ThriftServer server() {
        return server;
    }

    /**
     * Returns the calls that have arrived.
     *
     * @return in their order; at most the last 10,000, and 64 MiB of messages
     */
    public List<ServedCall> calls() {
        return log.all();
    }

    /**
     * Returns the calls of one method.
     *
     * @param method as in the IDL; or {@code SERVICE:METHOD}, for multiplexed calls of that service only
     * @return those that have arrived, in their order
     */
    public List<ServedCall> calls(String method) {
        return log.named(Objects.requireNonNull(method, "method"));
    }

    /**
     * Waits for the first call of a method. Returns the same call each time.
     *
     * @param method as for {@link #calls(String)}
     * @return the call, which may still be running
     * @throws AssertionError if it does not arrive in time; the message lists the calls that have arrived
     */
    public ServedCall awaitCall(String method) {
        return awaitCall(method, 1);
    }

    /**
     * Waits for a call of a method.
     *
     * @param method as for {@link #calls(String)}
     * @param number 1 for the first one since the server started or was cleared
     * @return the call, which may still be running
     * @throws AssertionError if it does not arrive in time; the message lists the calls that have arrived
     * @throws IllegalArgumentException if the number is less than 1
     */
    public ServedCall awaitCall(String method, int number) {
        return log.await(Objects.requireNonNull(method, "method"), number);
    }

    /**
     * Waits for the next call that this method has not returned yet.
     *
     * @return the call, of any method, which may still be running
     * @throws AssertionError if none arrives in time; the message lists the calls that have arrived
     */
    public ServedCall takeCall() {
        return log.take();
    }

    /**
     * Returns a future of a call.
     *
     * @param method as for {@link #calls(String)}
     * @param number 1 for the first one since the server started or was cleared
     * @return completes on the thread of the handler, before it is called, or when the call ends without it
     * @throws IllegalArgumentException if the number is less than 1
     */
    public CompletableFuture<ServedCall> futureCall(String method, int number) {
        return log.arrival(Objects.requireNonNull(method, "method"), number);
    }

    /**
     * Checks how often a method was called up to now.
     *
     * @param method as for {@link #calls(String)}
     * @param times the expected number of calls
     * @throws AssertionError if it is another number; the message lists the calls that have arrived
     */
    public void verifyCalls(String method, int times) {
        log.verify(Objects.requireNonNull(method, "method"), times);
    }

    @Override
    public String describeCalls() {
        return log.describe();
    }

    @Override
    public void clear() {
        log.clear();
    }

    /** Stops the server at once: interrupts handlers that run. To drain it, call {@code server().shutdown(grace)} before. */
    @Override
    public void close() {
        server.shutdown(Duration.ZERO);
    }

    /** {@return name, state and addresses of the server} */
    @Override
    public String toString() {
        return server.toString();
    }
}
