package io.grizzlythrift.testkit;

import io.grizzlythrift.testkit.internal.CallLog;
import io.grizzlythrift.testkit.internal.MethodTypes;
import io.grizzlythrift.testkit.internal.ServiceTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A Thrift server whose replies a test scripts, to test clients. It records all calls, and can fail in each way in which a
 * server can.
 *
 * <pre>{@code
 * try (ScriptedServer server = ScriptedServer.of(Calculator.class)) {
 *     server.when("add").thenReject(Rejection.OVERLOADED).thenReply(3);
 *     ... // code that calls 127.0.0.1, server.port()
 *     assertEquals(server.awaitCall("add").argument("num1"), 1);
 * }
 * }</pre>
 *
 * <p>Any Thrift client can call it, in any language: framed, unframed, with headers (THeader) or over HTTP, in the binary, the
 * compact or the JSON protocol, which each message tells. It does not support SASL. A call that no script handles gets a
 * {@code TApplicationException} that says so.
 *
 * <p>Each connection has a thread, which reads the calls and runs the scripts. Thread-safe.
 */
public final class ScriptedServer implements LoopbackServer {
    private static final int BACKLOG = 100;
    private static final CallAction UNSCRIPTED = call -> {};

    private final Map<String, ServiceTypes> services;
    private final ServerSocket listener;
    private final Optional<SSLContext> tls;
    private final int maxMessageBytes;
    private final CallLog<ReceivedCall> log;
    private final CopyOnWriteArrayList<CallScript> scripts = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Set<ScriptedConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Thread acceptor;
    private volatile Consumer<ScriptedConnection> onConnect = connection -> {};
    private volatile boolean closed;

    ScriptedServer(ScriptedServerBuilder builder) {
        services = Map.copyOf(builder.services);
        tls = builder.tls;
        maxMessageBytes = builder.maxMessageBytes;
        log = new CallLog<>(ReceivedCall::names, ReceivedCall::messageBytes, this::state, builder.awaitTimeout);
        try {
            listener = new ServerSocket(builder.port, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + HOST + ":" + builder.port, e);
        }
        acceptor = daemon("accept", this::accept);
    }

    /**
     * Starts a server on a free port.
     *
     * @param services the generated classes of the services that clients call, such as {@code Calculator.class}
     * @return a server that listens
     * @throws IllegalArgumentException if one is not such a class
     */
    public static ScriptedServer of(Class<?>... services) {
        ScriptedServerBuilder builder = builder();
        for (Class<?> service : services) {
            builder.service(service);
        }
        return builder.start();
    }

    /** {@return a builder with defaults} */
    public static ScriptedServerBuilder builder() {
        return new ScriptedServerBuilder();
    }

    @Override
    public int port() {
        return listener.getLocalPort();
    }

    // Scripts.

    /**
     * Adds a script for the calls of a method.
     *
     * @param method as in the IDL; or {@code SERVICE:METHOD}, for multiplexed calls of that service only
     * @return the script, to which you add actions
     * @throws IllegalArgumentException if no service of this server has the method
     */
    public CallScript when(String method) {
        return when(method, call -> true);
    }

    /**
     * Adds a script for some calls of a method.
     *
     * @param method as in the IDL; or {@code SERVICE:METHOD}, for multiplexed calls of that service only
     * @param condition whether the script handles a call; called on the thread that reads it
     * @return the script, to which you add actions
     * @throws IllegalArgumentException if no service of this server has the method
     */
    public CallScript when(String method, Predicate<ReceivedCall> condition) {
        requireMethod(method);
        return add(new CallScript(this, method, Objects.requireNonNull(condition, "condition"), 0));
    }

    /** {@return a new script for the calls of all methods, to which you add actions} */
    public CallScript whenAny() {
        return add(new CallScript(this, CallLog.ANY, call -> true, 0));
    }

    CallScript add(CallScript script) {
        scripts.add(0, script);
        return script;
    }

    /**
     * Sets what happens to connections that clients open from now on. Default: nothing.
     *
     * @param action called on the thread of the connection, before it reads; {@code ScriptedConnection::reset}, for example
     */
    public void onConnect(Consumer<ScriptedConnection> action) {
        onConnect = Objects.requireNonNull(action, "action");
    }

    // The log.

    /**
     * Returns the calls that have arrived.
     *
     * @return in their order; at most the last 10,000, and 64 MiB of messages
     */
    public List<ReceivedCall> calls() {
        return log.all();
    }

    /**
     * Returns the calls of one method.
     *
     * @param method as for {@link #when(String)}
     * @return those that have arrived, in their order
     */
    public List<ReceivedCall> calls(String method) {
        return log.named(requireMethod(method));
    }

    /**
     * Waits for the first call of a method. Returns the same call each time.
     *
     * @param method as for {@link #when(String)}
     * @return the call
     * @throws AssertionError if it does not arrive in time; the message lists the calls that have arrived
     */
    public ReceivedCall awaitCall(String method) {
        return awaitCall(method, 1);
    }

    /**
     * Waits for a call of a method.
     *
     * @param method as for {@link #when(String)}
     * @param number 1 for the first one since the server started or was cleared
     * @return the call
     * @throws AssertionError if it does not arrive in time; the message lists the calls that have arrived
     * @throws IllegalArgumentException if the number is less than 1
     */
    public ReceivedCall awaitCall(String method, int number) {
        return log.await(requireMethod(method), number);
    }

    /**
     * Waits for the next call that this method has not returned yet.
     *
     * @return the call, of any method
     * @throws AssertionError if none arrives in time; the message lists the calls that have arrived
     */
    public ReceivedCall takeCall() {
        return log.take();
    }

    /** {@return how many calls {@link #takeCall} returns without waiting} */
    public int untakenCalls() {
        return log.untaken();
    }

    /**
     * Returns a future of a call.
     *
     * @param method as for {@link #when(String)}
     * @param number 1 for the first one since the server started or was cleared
     * @return completes when the call has arrived, on the thread that reads it
     * @throws IllegalArgumentException if the number is less than 1
     */
    public CompletableFuture<ReceivedCall> futureCall(String method, int number) {
        return log.arrival(requireMethod(method), number);
    }

    /**
     * Checks how often a method was called up to now.
     *
     * @param method as for {@link #when(String)}
     * @param times the expected number of calls
     * @throws AssertionError if it is another number; the message lists the calls that have arrived
     */
    public void verifyCalls(String method, int times) {
        log.verify(requireMethod(method), times);
    }

    /** {@return exceptions of scripts, and connections that have sent bytes that are not a message} */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    @Override
    public String describeCalls() {
        return log.describe();
    }

    private String state() {
        return accepted.get() + " connections were accepted, " + open.size() + " are open"
                + (failures.isEmpty() ? "" : "; failures: " + failures);
    }

    @Override
    public void clear() {
        scripts.clear();
        log.clear();
        failures.clear();
        onConnect = connection -> {};
    }

    // Connections.

    /** {@return the number of connections that the server has accepted} */
    public int totalConnections() {
        return accepted.get();
    }

    /** {@return the connections that are open, in no order} */
    public List<ScriptedConnection> openConnections() {
        return List.copyOf(open);
    }

    /** {@return whether it accepts connections: true until it is stopped, drained or closed} */
    public boolean isListening() {
        return !listener.isClosed();
    }

    /** Refuses new connections from now on. Those that are open stay so. */
    public void stopListening() {
        try {
            listener.close();
            acceptor.join(); // the kernel accepts connections until this thread has left the socket
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Drains, as a server of this library does: refuses new connections, and asks clients to close theirs. Clients that do
     * not understand that get {@link Rejection#DRAINING} as the reply to further calls.
     */
    public void drain() {
        stopListening();
        open.forEach(ScriptedConnection::drain);
    }

    private void accept() {
        try {
            while (true) {
                serve(listener.accept());
            }
        } catch (IOException e) {
            return; // it no longer listens
        }
    }

    private void serve(Socket tcp) {
        int number = accepted.incrementAndGet();
        daemon("connection-" + number, () -> {
            try (tcp) {
                tcp.setTcpNoDelay(true);
                ScriptedConnection connection = new ScriptedConnection(tcp, secured(tcp), number, maxMessageBytes);
                open.add(connection);
                try {
                    if (!closed) {
                        onConnect.accept(connection);
                        connection.read(this);
                    }
                } finally {
                    open.remove(connection);
                }
            } catch (IOException e) {
                return; // the client has closed or reset it
            }
        });
    }

    private Socket secured(Socket tcp) throws IOException {
        if (tls.isEmpty()) {
            return tcp;
        }
        SSLSocket socket = (SSLSocket) tls.get().getSocketFactory().createSocket(tcp, null, true);
        socket.setUseClientMode(false);
        return socket;
    }

    private Thread daemon(String role, Runnable task) {
        Thread thread = new Thread(task, "scripted-server-" + port() + "-" + role);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Runs the newest script that matches a call. */
    void handle(ReceivedCall call) {
        if (call.connection().isDraining() && !call.isOneway()) {
            call.reject(Rejection.DRAINING);
            return;
        }
        guard(call, () -> {
            CallAction action = UNSCRIPTED;
            for (CallScript script : scripts) {
                Optional<CallAction> found = script.actionFor(call);
                if (found.isPresent()) {
                    action = found.get();
                    break;
                }
            }
            if (action != UNSCRIPTED) {
                action.run(call);
            } else if (!call.isOneway()) {
                call.replyException(call.unscripted(services.toString()));
            }
        });
    }

    /** A part of a script. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Runs a part of a script. If it fails, the call gets an exception that says so. */
    void guard(ReceivedCall call, Step step) {
        try {
            step.run();
        } catch (Exception | Error e) {
            failures.add(e);
            if (!call.isReplied()) {
                call.replyException(call.noReply("the script of " + call.method() + " failed: " + e));
            }
        }
    }

    void failed(Throwable failure) {
        failures.add(failure);
    }

    CallLog<ReceivedCall> log() {
        return log;
    }

    // Types.

    private String requireMethod(String name) {
        if (typesOf(Objects.requireNonNull(name, "method")).isEmpty()) {
            throw new IllegalArgumentException(
                    "no service of this server has the method '" + name + "', only " + services);
        }
        return name;
    }

    /** {@return the types of a method, as {@link #when} gets it; empty for any method} */
    Optional<MethodTypes> typesOf(String name) {
        int colon = name.indexOf(':');
        return typesOf(name.substring(0, Math.max(0, colon)), name.substring(colon + 1));
    }

    Optional<MethodTypes> typesOf(String service, String method) {
        return services.entrySet().stream()
                .filter(each -> service.isEmpty() || each.getKey().equals(service))
                .flatMap(each -> each.getValue().method(method).stream())
                .findFirst();
    }

    @Override
    public void close() {
        closed = true;
        stopListening();
        open.forEach(ScriptedConnection::close);
    }

    /** {@return address, services, and the numbers of scripts and of calls} */
    @Override
    public String toString() {
        return "scripted server on " + endpoint() + " of " + services + ", " + scripts.size() + " scripts, "
                + log.count(CallLog.ANY) + " calls";
    }
}
