package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.HeldMessage;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.inflight.CallConnection;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.PendingCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The calls of one endpoint that wait until a connection can send them, in the order in which they came. Whichever connection
 * has room first takes the first call. Meanwhile this object takes the place of their connection: it checks their deadlines,
 * and ends those that are cancelled.
 *
 * <p>Thread-safe. A call leaves, or ends here, while its own lock is held; so a thread that holds that lock knows where the call
 * is. The lock of this object guards the map, and is taken after that of a call. One thread at a time sends calls, so that their
 * order is kept.
 *
 * <p>No call is forgotten: a thread adds its call and then looks for a connection with room; a thread that makes room does so
 * and then looks for a call. In both threads a full fence stands between the two, so at least one of them sees the other's
 * change. Besides, the pool checks periodically while calls wait.
 */
final class WaitingCalls implements CallConnection, CallDeadlines.Listener {
    /** Sends a call that a connection has taken. */
    @FunctionalInterface
    interface Sender {
        /** Encodes and sends a call. Does not throw: the call ends through its own methods. */
        void send(PendingCall call, HeldMessage message, PooledConnection taker);
    }

    private final ClientContext context;
    private final Endpoint endpoint;
    private final Sender sender;
    private final CallDeadlines deadlines;
    private final Map<PendingCall, HeldMessage> calls = new LinkedHashMap<>();

    /** The number of calls that wait or are about to be sent. Changed with the lock held, except when one was sent. */
    private final AtomicInteger size = new AtomicInteger();

    /** How often calls were to be sent since the thread that sends them began; 0 if there is none. */
    private final AtomicInteger sending = new AtomicInteger();

    private boolean closed;

    /** Since when the endpoint has been full, as far as this object has seen; 0 if it is not. */
    private long fullSince;

    WaitingCalls(ClientContext context, Endpoint endpoint, Sender sender) {
        this.context = context;
        this.endpoint = endpoint;
        this.sender = sender;
        deadlines = new CallDeadlines(context.threads().timers(), context.clock(), this::forEach, this);
    }

    /** {@return the endpoint at which the calls wait} */
    Endpoint owner() {
        return endpoint;
    }

    /** {@return the number of calls} */
    int size() {
        return size.get();
    }

    // ---- a call comes, and goes to a connection

    /**
     * Adds a call, which no connection has taken.
     *
     * @param limit the maximum number of calls that may wait
     * @return whether it was added
     */
    boolean add(PendingCall call, HeldMessage message, int limit) {
        long now = context.now();
        long end = endOfWait(now);
        synchronized (call) {
            synchronized (this) {
                if (closed || calls.size() >= limit) {
                    return false;
                }
                call.waitAt(this, Math.max(end, now + maxWaitNanos()));
                calls.put(call, message);
                size.incrementAndGet();
            }
        }
        deadlines.watch(call);
        checkBy(call.hedgeAt());
        return true;
    }

    /** Sends calls as long as a connection has room, unless another thread does. Does not throw. */
    void send() {
        if (size.get() == 0 || sending.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        try {
            do {
                while (sendFirst()) {
                    // until there is no call or no room
                }
                seen = sending.addAndGet(-seen);
            } while (seen != 0);
        } catch (Throwable t) { // no memory: tried again by the periodic check
            sending.set(0);
        }
    }

    /** Returns whether it makes sense to try again. */
    private boolean sendFirst() {
        PendingCall call = first();
        PooledConnection taker = call == null ? null : endpoint.open().withRoom(call);
        if (taker == null) {
            return false;
        }
        HeldMessage message;
        synchronized (call) {
            if (!contains(call)) {
                return true;
            }
            if (!taker.takeWaiting(call)) {
                return false;
            }
            message = takeOut(call);
        }
        try {
            sender.send(call, message, taker);
        } finally {
            size.decrementAndGet(); // now: until then, other calls must not overtake it
        }
        return true;
    }

    private synchronized PendingCall first() {
        return calls.isEmpty() ? null : calls.keySet().iterator().next();
    }

    private synchronized boolean contains(PendingCall call) {
        return calls.containsKey(call);
    }

    private synchronized HeldMessage takeOut(PendingCall call) {
        return calls.remove(call);
    }

    /** Moves all calls to other endpoints. Those for which there is none stay. */
    void moveTo(Function<PendingCall, WaitingCalls> others) {
        for (PendingCall call : all()) {
            WaitingCalls other = others.apply(call);
            if (other != this) {
                move(call, other);
            }
        }
    }

    private void move(PendingCall call, WaitingCalls other) {
        synchronized (call) {
            HeldMessage message = takeOut(call);
            if (message == null) {
                return;
            }
            if (other.add(call, message, Integer.MAX_VALUE)) {
                size.decrementAndGet();
            } else {
                putBack(call, message);
            }
        }
        other.send();
        if (isClosed()) { // it may have been put back too late
            fail(call, clientClosed(call));
        }
    }

    private synchronized void putBack(PendingCall call, HeldMessage message) {
        calls.put(call, message);
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    // ---- a call ends here

    /** Removes and ends a call. Returns false if it is elsewhere by now, or has ended. */
    private boolean end(PendingCall call) {
        HeldMessage message;
        boolean ended;
        synchronized (call) {
            message = takeOut(call);
            if (message == null) {
                return false;
            }
            ended = call.abandon() < PendingCall.ENDED;
        }
        size.decrementAndGet();
        context.memory().giveBack(message.bytes());
        return ended;
    }

    private void fail(PendingCall call, CallFailedException failure) { // which is created before the call ends
        if (end(call)) {
            context.completion().failed(call, failure);
        }
    }

    /** Fails all calls. */
    void failAll(Function<PendingCall, CallFailedException> why) {
        for (PendingCall call : all()) {
            fail(call, why.apply(call));
        }
    }

    private CallFailedException failure(PendingCall call, FailureCause cause, String reason) {
        return new CallFailedException(cause, call.method(), endpoint(), false, reason, null);
    }

    /** Fails all calls, and takes no others: the client was closed. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        deadlines.close();
        failAll(this::clientClosed);
    }

    private CallFailedException clientClosed(PendingCall call) {
        return failure(call, FailureCause.CLIENT_CLOSED, "the client was closed");
    }

    private synchronized List<PendingCall> all() {
        return List.copyOf(calls.keySet());
    }

    private void forEach(Consumer<PendingCall> visitor) {
        all().forEach(visitor);
    }

    /** {@inheritDoc} The time to wait does not count while another connection may be opened. */
    @Override
    public void overdue(PendingCall call, long now) {
        CallConnection place = placeOf(call);
        if (place != this) {
            place.overdue(call, now);
        } else if (now >= call.deadline()) {
            fail(call, new CallTimeoutException(call.method(), endpoint(), false, call.timeout(), ""));
        } else if (now >= Math.max(endOfWait(now), call.sendBy())) {
            long waited = context.config().maxWait().toMillis();
            String reason = "no slot in flight was free within " + waited + " ms";
            fail(call, failure(call, FailureCause.NO_CAPACITY, reason));
        } else {
            call.sendBy(Math.max(endOfWait(now), call.sendBy()));
            deadlines.watch(call);
        }
    }

    private long maxWaitNanos() {
        return context.config().maxWait().toNanos();
    }

    /** Returns how long calls may wait if the endpoint is full and stays so. */
    private long endOfWait(long now) {
        boolean full = endpoint.isFull();
        synchronized (this) {
            if (!full || fullSince == 0) {
                fullSince = full ? Math.max(1, now) : 0;
            }
            return (full ? fullSince : now) + maxWaitNanos();
        }
    }

    @Override
    public void overdueEnded() {
        // Nothing depends on calls that were not sent.
    }

    // ---- as the connection of its calls

    /** Returns where a call is: here, or at the connection or endpoint to which it has gone. */
    private static CallConnection placeOf(PendingCall call) {
        synchronized (call) {
            return call.connection();
        }
    }

    @Override
    public String endpoint() {
        return endpoint.name();
    }

    @Override
    public boolean cancel(PendingCall call) {
        if (end(call)) {
            context.completion().cancelled(call);
            return true;
        }
        CallConnection place = placeOf(call);
        return place != this && place.cancel(call);
    }

    @Override
    public void cancelInherited(PendingCall call) {
        String reason = "the call whose handler made it was cancelled";
        fail(call, failure(call, FailureCause.CANCELLED, reason));
        CallConnection place = placeOf(call);
        if (place != this) {
            place.cancelInherited(call);
        }
    }

    @Override
    public void unusableReply(PendingCall call) {
        placeOf(call).unusableReply(call);
    }

    @Override
    public void checkBy(long time) {
        deadlines.checkBy(time);
    }

    @Override
    public void awaitReply(PendingCall call) {
        // Its reply will be read by the selector thread of a connection.
    }

    @Override
    public void wakeReader() {
        // No thread reads here.
    }

    @Override
    public void endBroken(PendingCall call, Throwable thrown) {
        if (end(call)) {
            context.completion().broken(call, false, thrown);
            return;
        }
        CallConnection place = placeOf(call);
        if (place != this) {
            place.endBroken(call, thrown);
        }
    }

    @Override
    public void runOnSelector(Runnable task) {
        PooledConnection any = endpoint.open().leastOfAll();
        if (any == null) {
            context.threads().runCallback(task);
        } else {
            any.runOnSelector(task);
        }
    }
}
