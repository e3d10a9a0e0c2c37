package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.QueuedBytes;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.client.io.Connector;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * All connections of a client. A call goes to the open connection with the fewest calls, of those that no slow call
 * holds up if there are any. If that one has calls in flight, another connection is opened, up to the maximum; also as
 * soon as slow calls hold up all connections, so that the next call finds one that is free. Calls that are expected to
 * be slow leave the reserve of each endpoint to others.
 *
 * <p>Thread-safe: a call reads one immutable array of open connections. The array is replaced under the lock of this
 * object, after {@code canGrow}: a thread that sees a new connection also sees whether another may be opened.
 */
public final class ConnectionPool {
    /** More than the number of calls of any connection: it is added for a connection that is held up. */
    private static final int HELD_UP = 1 << 18;

    /** More than all the rest: it is added for the endpoint at which the call failed before, twice for the connection. */
    private static final int PENALTY = 1 << 20;

    /** With this many calls more on all others, the reserve takes slow calls as well. */
    static final int MAX_STACKED = 8;

    private final ClientContext context;
    private final SlowMethods slowMethods = new SlowMethods();
    private final int reserveMargin;
    private final HeldUpCheck heldUpCheck;
    private final Connector connector;
    private volatile Runnable connectFailureHook = () -> {};
    private volatile Supplier<String> reasonForNone = () -> "no server is known";
    private volatile List<Endpoint> endpoints = List.of();
    private volatile PooledConnection[] open = {};
    private volatile boolean canGrow = true;
    private volatile boolean closed;

    /** Makes a pool without servers. */
    public ConnectionPool(ClientContext context, Connector connector) {
        this.context = context;
        this.connector = connector;
        reserveMargin = Math.min(context.maxInFlight(), MAX_STACKED) - 1;
        heldUpCheck = new HeldUpCheck(context, this::checkHeldUp);
    }

    /**
     * Uses these servers from now on. New ones are added; connections to those that are gone take no further calls, and
     * close once their calls have ended. Any thread.
     */
    public void endpoints(List<EndpointAddress> servers) {
        List<Endpoint> gone;
        synchronized (this) {
            Map<String, Endpoint> before = new LinkedHashMap<>();
            endpoints.forEach(endpoint -> before.put(endpoint.name(), endpoint));
            List<Endpoint> now = new ArrayList<>();
            for (EndpointAddress server : servers) {
                Endpoint kept = before.remove(server.name());
                now.add(kept != null ? kept : newEndpoint(server));
            }
            gone = List.copyOf(before.values());
            endpoints = List.copyOf(now);
        }
        changed();
        gone.forEach(endpoint -> endpoint.close().forEach(PooledConnection::leave));
    }

    /** Sets what runs after an attempt to connect failed. It must not block; on any thread, without a lock held. */
    public void onConnectFailure(Runnable hook) {
        connectFailureHook = hook;
    }

    /** Sets what says why there is no server, as long as {@link #endpoints} was not called. */
    public void reasonForNone(Supplier<String> reason) {
        reasonForNone = reason;
    }

    private Endpoint newEndpoint(EndpointAddress server) {
        Runnable onConnectFailure = () -> connectFailureHook.run();
        return new Endpoint(
                context, connector, this::changed, onConnectFailure, slowMethods, server.host(), server.port());
    }

    /** {@return the number of servers} */
    public int endpointCount() {
        return endpoints.size();
    }

    /** Starts a call. The call ends through its own methods, even if it fails at once. */
    public void start(PendingCall call, CallCodec.Encoder encoder) {
        context.completion().counters().countCall();
        try {
            if (context.completion().interceptors().isEnabled() && !beginInterceptors(call)) {
                return;
            }
            if (call.inherited() != null && !mayStart(call)) {
                return;
            }
            PooledConnection connection = assign(call);
            if (connection != null && encode(call, encoder, connection)) {
                connection.send(call);
                if (call.inherited() != null) {
                    call.inherited().watch(call);
                }
            }
        } catch (Throwable t) {
            endBroken(call, t);
        }
    }

    /** Ends a call because something unexpected was thrown: no memory was left, for example. */
    private void endBroken(PendingCall call, Throwable thrown) {
        CallConnection taker = call.connection();
        if (taker != null) {
            taker.endBroken(call, thrown);
        } else if (call.abandon() == PendingCall.QUEUED) {
            context.completion().broken(call, false, thrown);
        }
    }

    /** Returns whether no interceptor rejects the call; otherwise it has failed. */
    private boolean beginInterceptors(PendingCall call) {
        try {
            context.completion().interceptors().begin(call);
            return true;
        } catch (Throwable t) {
            refuse(call, FailureCause.REFUSED, "an interceptor rejected it: " + t, t);
            return false;
        }
    }

    /** Returns whether the call whose handler makes this one still has a caller and time; otherwise this one has failed. */
    private boolean mayStart(PendingCall call) {
        if (call.inherited().isCancelled()) {
            refuse(call, FailureCause.CANCELLED, "the call whose handler made it was cancelled", null);
            return false;
        }
        if (call.timeoutNanos() <= 0) {
            String hint = "; the deadline of the call whose handler made it had passed";
            call.abandon();
            context.completion()
                    .failedHere(
                            call,
                            new CallTimeoutException(call.method(), endpointNames(), false, call.timeout(), hint));
            return false;
        }
        return true;
    }

    /** Returns whether the call is encoded and its bytes are counted; otherwise it has ended. */
    private boolean encode(PendingCall call, CallCodec.Encoder encoder, PooledConnection connection) {
        QueuedBytes memory = context.memory();
        if (memory.isFull()) {
            connection.noMemory(call, "");
            return false;
        }
        CallCodec codec = context.codecs().take();
        try {
            if (call.headers() != null && !call.isOneway()) {
                call.headers().timeout(call.timeoutNanos());
            }
            codec.encode(call, call.sequenceId(), call.headers(), encoder);
            int length = call.frameLength();
            return isSmallEnough(call, length, connection) && count(call, codec, length, connection);
        } catch (Throwable t) {
            connection.notEncoded(call, "the call cannot be encoded: " + t, t);
            return false;
        } finally {
            context.codecs().giveBack(codec);
        }
    }

    private boolean isSmallEnough(PendingCall call, int length, PooledConnection connection) {
        int maxFrame = context.config().maxFrameBytes();
        long maxQueued = context.config().maxQueuedBytes();
        if (call.messageBytes() > maxFrame) {
            String reason = "the frame is " + call.messageBytes() + " bytes long, maxFrameBytes is " + maxFrame;
            connection.notEncoded(call, reason, null);
            return false;
        }
        if (length > maxQueued) {
            String reason = "the call takes " + length + " bytes, maxQueuedBytes is " + maxQueued;
            connection.notEncoded(call, reason, null);
            return false;
        }
        return true;
    }

    private boolean count(PendingCall call, CallCodec codec, int length, PooledConnection connection) {
        if (!codec.takeMemory(context.memory(), length)) {
            connection.noMemory(call, ", and this one takes " + length);
            return false;
        }
        if (!call.encoded(length)) {
            context.memory().giveBack(length);
            connection.endedBeforeEncoded(call);
            return false;
        }
        return true;
    }

    /** Returns the connection that takes the call; null if none does, in which case the call has failed. */
    private PooledConnection assign(PendingCall call) {
        if (closed) {
            refuse(call, FailureCause.CLIENT_CLOSED, "the client is closed", null);
            return null;
        }
        SlowMethods.Expected expected =
                call.isOneway() ? SlowMethods.Expected.PROMPT : slowMethods.expect(call.method());
        if (expected != SlowMethods.Expected.PROMPT) {
            call.expectSlow();
        }
        return assign(call, expected == SlowMethods.Expected.SLOW);
    }

    private PooledConnection assign(PendingCall call, boolean slow) {
        PooledConnection best = leastLoaded();
        if (best != null && (slow || call.avoided() != null || best.isHeldUp())) {
            best = cheapest(call, slow);
        }
        if (best == null) {
            Optional<PooledConnection> beginning = connectAll(call);
            if (beginning.isEmpty()) {
                refuse(call, FailureCause.CONNECT_FAILED, unavailableReason(), null);
                return null;
            }
            best = beginning.get();
        } else if (canGrow && cost(best, call, slow) > 0) {
            grow(Endpoint::canGrow);
        }
        if (best.take(call)) {
            heldUpCheck.start();
            if (canGrow && call.slowness() != PendingCall.NOT_SLOW) {
                growIfHeldUp();
            }
            return best;
        }
        if (best.isRetiring()) {
            return assign(call, slow); // it is not among the open ones any more
        }
        Optional<PooledConnection> other = connectAll(call); // one that is being opened may have room
        if (other.isEmpty() || !other.get().take(call)) {
            String reason = "each connection has the maximum number of calls, " + best.load();
            refuse(call, FailureCause.NO_CAPACITY, reason, null);
            return null;
        }
        return other.get();
    }

    /** Returns the open connection with the fewest calls, or null. */
    private PooledConnection leastLoaded() {
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (PooledConnection connection : open) {
            int load = connection.load();
            if (load < least && !connection.isClosed()) {
                best = connection;
                least = load;
            }
        }
        return best;
    }

    /** Returns the open connection that is best for a call that should not go to each of them, or null. */
    private PooledConnection cheapest(PendingCall call, boolean slow) {
        PooledConnection best = null;
        int least = Integer.MAX_VALUE;
        for (PooledConnection connection : open) {
            int cost = cost(connection, call, slow);
            if (cost < least && !connection.isClosed()) {
                best = connection;
                least = cost;
            }
        }
        return best;
    }

    /** Returns the number of calls of a connection, and more if this call should rather go to another one. */
    private int cost(PooledConnection connection, PendingCall call, boolean slow) {
        int cost = connection.load();
        if (connection.isHeldUp()) {
            cost += HELD_UP;
        }
        if (slow && connection.isReserve()) {
            cost += HELD_UP + reserveMargin;
        }
        CallConnection avoided = call.avoided();
        if (avoided != null && connection.endpoint().equals(avoided.endpoint())) {
            cost += connection == avoided ? 2 * PENALTY : PENALTY;
        }
        return cost;
    }

    /** Looks for slow calls on all connections. Returns whether there are any calls. Runs on the timer thread. */
    private boolean checkHeldUp() {
        boolean inFlight = false;
        for (PooledConnection connection : open) {
            connection.checkHeldUp();
            inFlight |= connection.load() > 0;
        }
        growIfHeldUp();
        return inFlight;
    }

    /**
     * Opens another connection if all are held up. The reserve does not count: the next slow call needs a connection
     * too.
     */
    private void growIfHeldUp() {
        if (!canGrow) {
            return;
        }
        PooledConnection[] all = open;
        for (PooledConnection connection : all) {
            if (!connection.isHeldUp() && !connection.isReserve()) {
                return;
            }
        }
        if (all.length > 0) {
            grow(Endpoint::canGrowAhead);
        }
    }

    /** Opens another connection, to the endpoint with the fewest of those that fulfil the condition. */
    private void grow(Predicate<Endpoint> condition) {
        endpoints.stream()
                .filter(endpoint -> condition.test(endpoint) && !endpoint.isLeaving())
                .min(Comparator.comparingInt(endpoint -> endpoint.open().size()))
                .ifPresent(Endpoint::connect);
    }

    /**
     * Starts to connect to every endpoint that allows it, and returns the connection with the fewest calls, open or
     * not; rather one to a server that does not ask for the end of its connections.
     */
    private Optional<PooledConnection> connectAll(PendingCall call) {
        return endpoints.stream()
                .map(Endpoint::connect)
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(
                        connection -> cost(connection, call, false) + (connection.isLeaving() ? PENALTY : 0)));
    }

    private String unavailableReason() {
        return endpoints.stream()
                .min(Comparator.comparingLong(Endpoint::backoffUntil))
                .map(Endpoint::unavailableReason)
                .orElseGet(() -> reasonForNone.get());
    }

    private void refuse(PendingCall call, FailureCause cause, String reason, Throwable thrown) {
        String all = endpointNames();
        CallFailedException failure = new CallFailedException(cause, call.method(), all, false, reason, thrown);
        call.abandon();
        context.completion().failedHere(call, failure);
    }

    /** {@return what the connections to each endpoint do now, in the order of the configuration} */
    public List<EndpointMetrics> metrics() {
        return endpoints.stream().map(Endpoint::metrics).toList();
    }

    /** {@return host and port of each endpoint} */
    public String endpointNames() {
        return endpoints.stream().map(Endpoint::name).collect(Collectors.joining(", "));
    }

    /** Some endpoint can open another connection, or cannot any more, or its open connections are others. */
    private void changed() {
        update();
        heldUpCheck.start(); // calls may have waited for a connection that is open now
        growIfHeldUp();
    }

    /** Updates what calls read. A thread that sees a new connection must also see that another may be opened. */
    private synchronized void update() {
        canGrow = endpoints.stream().anyMatch(Endpoint::canGrow);
        open = endpoints.stream().flatMap(endpoint -> endpoint.open().stream()).toArray(PooledConnection[]::new);
    }

    /** Rejects calls from now on. */
    public void refuseCalls() {
        closed = true;
    }

    /** Ends every connection, and with it the remaining calls. */
    public void close() {
        for (Endpoint endpoint : endpoints) {
            for (PooledConnection connection : endpoint.close()) {
                connection.end(FailureCause.CLIENT_CLOSED, "the client was closed", null);
            }
        }
    }
}
