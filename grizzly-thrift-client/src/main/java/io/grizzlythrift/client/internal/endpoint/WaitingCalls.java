package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.EndReason;
import io.grizzlythrift.client.internal.connection.HeldMessage;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * The calls of one endpoint that wait until a connection can send them, in the order in which they came. Whichever connection
 * has room first takes the first call. Meanwhile a {@link PlaceholderConnection} stands in for theirs.
 *
 * <p>Thread-safe. A call leaves, or ends here, while its own lock is held; so a thread that holds that lock knows where the call
 * is. The lock of this object guards the map, and is taken after that of a call. One thread at a time sends calls, so that their
 * order is kept.
 *
 * <p>No call is forgotten: a thread adds its call and then looks for a connection with room; a thread that makes room does so
 * and then looks for a call. In both threads a full fence stands between the two, so at least one of them sees the other's
 * change. Besides, the pool checks periodically while calls wait.
 */
final class WaitingCalls {
    private final ClientContext context;
    private final Endpoint endpoint;
    private final PlaceholderConnection placeholder;
    private final Map<PendingCall, HeldMessage> calls = new LinkedHashMap<>();

    /** The number of calls that wait or are about to be sent. Changed with the lock held, except when one was sent. */
    private final AtomicInteger size = new AtomicInteger();

    /** How often calls were to be sent since the thread that sends them began; 0 if there is none. */
    private final AtomicInteger sending = new AtomicInteger();

    private boolean closed;

    WaitingCalls(ClientContext context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
        placeholder = new PlaceholderConnection(context, endpoint, this);
    }

    /** {@return the number of calls} */
    int size() {
        return size.get();
    }

    // ---- a call comes, and goes to a connection

    /**
     * Adds a call, which no connection has taken.
     *
     * @param mayWait returns whether another call may wait beside this many; called with the lock held
     * @return whether it was added
     */
    boolean add(PendingCall call, HeldMessage message, IntPredicate mayWait) {
        boolean added = put(call, message, mayWait);
        if (added) {
            placeholder.watch(call);
        }
        return added;
    }

    /** Does the same, but does not watch the deadline of the call yet. If this throws, the call is where it was. */
    private boolean put(PendingCall call, HeldMessage message, IntPredicate mayWait) {
        long end = placeholder.endOfWaitFromNow();
        synchronized (call) {
            synchronized (this) {
                if (closed || !mayWait.test(calls.size() - (isLeaving(first()) ? 1 : 0))) {
                    return false;
                }
                try {
                    calls.put(call, message);
                } catch (Throwable t) { // no memory to grow: the map may hold it all the same
                    calls.remove(call);
                    throw t;
                }
                call.waitAt(placeholder, end);
                size.incrementAndGet();
            }
        }
        return true;
    }

    /** Returns whether a connection has taken the first call, which then has a slot there and must not count twice. */
    private boolean isLeaving(PendingCall first) {
        return first != null && first.connection() != placeholder;
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
            if (message(call) == null) {
                return true;
            }
            if (!taker.takeWaiting(call)) { // not with the lock of this object held: it may read replies
                return false;
            }
            message = takeOut(call);
        }
        try {
            taker.sendWaiting(call, message);
        } finally {
            size.decrementAndGet(); // now: until then, other calls must not overtake it
        }
        return true;
    }

    private synchronized PendingCall first() {
        return calls.isEmpty() ? null : calls.keySet().iterator().next();
    }

    /** Returns the message of a call; null if the call is elsewhere by now, or has ended. */
    private synchronized HeldMessage message(PendingCall call) {
        return calls.get(call);
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
            HeldMessage message = call.runsBesideAt(other.endpoint.name()) ? null : message(call);
            if (message == null || !other.put(call, message, any -> true)) {
                return;
            }
            takeOut(call); // once it is there
            size.decrementAndGet();
        }
        other.placeholder.watch(call);
        other.send();
    }

    // ---- a call ends here

    /** Removes and ends a call. Returns false if it is elsewhere by now, or has ended. */
    boolean end(PendingCall call) {
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
        message.drop(context);
        return ended;
    }

    /** Removes and fails a call, unless it is elsewhere by now, or has ended. */
    void fail(PendingCall call, EndReason why) {
        fail(call, why.failure(call, endpoint.name(), false));
    }

    void fail(PendingCall call, CallFailedException failure) { // which is created before the call ends
        if (end(call)) {
            context.completion().failed(call, failure);
        }
    }

    /** Fails all calls. */
    void failAll(Function<PendingCall, CallFailedException> why) {
        all().forEach(call -> fail(call, why.apply(call)));
    }

    /** Fails all calls, and takes no others: the client was closed. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        placeholder.close();
        all().forEach(this::failClosed);
    }

    private void failClosed(PendingCall call) {
        fail(call, EndReason.CLIENT_CLOSED);
    }

    /** {@return the calls, in their order} */
    synchronized List<PendingCall> all() {
        return List.copyOf(calls.keySet());
    }
}
