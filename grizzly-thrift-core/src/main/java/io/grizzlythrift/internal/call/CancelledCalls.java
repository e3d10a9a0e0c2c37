package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The sequence ids of the calls of one connection that its client has cancelled by a notice. When a call begins or
 * ends, its thread checks whether the call is among them. So a call that is not cancelled costs one read of a field,
 * and only on connections whose client can cancel. Calls with a listener are notified at once.
 *
 * <p>An id stays until its call takes it. If that call had already ended, the id stays until shortly after the
 * connection has no more calls, until {@value #MAX_IDS} newer ids have arrived, or until it is too old. It does not
 * cancel a later call with the same id, because a notice applies only to calls that were numbered before it.
 *
 * <p>Thread-safe. All fields except the volatile ones are guarded by the lock of this object, which is never held while
 * methods of calls are invoked.
 */
public final class CancelledCalls {
    /** The cancelled calls of a peer that cannot send notices: always none. */
    public static final CancelledCalls NONE = new CancelledCalls();

    /** The maximum number of ids that wait for their calls: {@value}. */
    public static final int MAX_IDS = 1024;

    /** The heap bytes of an id: an entry of a map and two numbers. */
    static final int ID_BYTES = 96;

    /** Null for {@link #NONE}. */
    private final MemoryAccount memory;

    /**
     * A notice that waits for its call.
     *
     * @param accepted how many calls of the connection were numbered when it arrived
     * @param since when it arrived, as {@link System#nanoTime()}
     */
    private record Notice(long accepted, long since) {}

    /** The notices by sequence id, oldest first. */
    private final Map<Integer, Notice> ids = new LinkedHashMap<>();

    private final Map<Integer, CallCancellation> watched = new HashMap<>();
    private volatile boolean accepting;

    /** Whether the client is yet to be informed that notices are accepted. */
    private volatile boolean offerDue;

    private volatile boolean any;

    /** @param memory is charged for the ids */
    public CancelledCalls(MemoryAccount memory) {
        this.memory = Objects.requireNonNull(memory, "memory");
    }

    private CancelledCalls() {
        memory = null;
    }

    /** Accepts notices from now on: the client has shown that it supports them. */
    public void accept() {
        if (!accepting && memory != null) {
            accepting = true;
            offerDue = true;
        }
    }

    /**
     * {@return whether the next reply must inform the client that notices are accepted: true once after {@link
     * #accept}}
     */
    public boolean takeOffer() {
        return offerDue && takeDueOffer();
    }

    private synchronized boolean takeDueOffer() {
        boolean due = offerDue;
        offerDue = false;
        return due;
    }

    /** {@return whether notices are accepted} */
    public boolean isAccepting() {
        return accepting;
    }

    /**
     * Cancels a call. Has no effect if there is no call with this id.
     *
     * @param sequenceId the sequence id of the call
     * @param accepted how many calls of the connection are numbered: the notice can refer only to these
     * @param outstanding how many of them have no reply
     * @param now as {@link System#nanoTime()}
     */
    public void cancel(int sequenceId, long accepted, long outstanding, long now) {
        boolean charged =
                memory.charge(MemoryPart.PARTIAL_FRAMES, ID_BYTES); // without the lock: it may close connections
        CallCancellation running = null;
        boolean added = false;
        synchronized (this) {
            if (outstanding == 0) {
                forgetIf(notice -> true);
            } else {
                running = watched.get(sequenceId);
                added = running == null && charged && add(sequenceId, new Notice(accepted, now));
            }
        }
        if (charged && !added) {
            memory.release(MemoryPart.PARTIAL_FRAMES, ID_BYTES);
        }
        if (running != null) {
            running.cancel();
        }
    }

    /** Adds a notice. Returns whether its id is new. */
    private boolean add(int sequenceId, Notice notice) {
        boolean more = ids.remove(sequenceId) == null;
        ids.put(sequenceId, notice);
        any = true;
        if (ids.size() > MAX_IDS) {
            Iterator<Integer> oldest = ids.keySet().iterator();
            oldest.next();
            oldest.remove();
            memory.release(MemoryPart.PARTIAL_FRAMES, ID_BYTES);
        }
        return more;
    }

    /** {@return whether ids wait for their calls} */
    public boolean hasIds() {
        return any;
    }

    /** Forgets the ids that arrived when at most {@code accepted} calls were numbered. All these calls have ended. */
    public void forget(long accepted) {
        forgetIf(notice -> notice.accepted <= accepted);
    }

    /**
     * Forgets ids older than a given age. If the call of such an id still runs, and has not been checked for
     * cancellation so far, it is not cancelled.
     *
     * @param nanos the age
     * @param now as {@link System#nanoTime()}
     */
    public void forgetOlderThan(long nanos, long now) {
        forgetIf(notice -> now - notice.since > nanos);
    }

    private synchronized void forgetIf(Predicate<Notice> condition) {
        int before = ids.size();
        ids.values().removeIf(condition);
        memory.release(MemoryPart.PARTIAL_FRAMES, (long) (before - ids.size()) * ID_BYTES);
        any = !ids.isEmpty();
    }

    /**
     * Removes the id of a call. Returns whether the call is cancelled; a second invocation returns false.
     *
     * @param number the number of the call on its connection
     */
    public boolean take(int sequenceId, long number) {
        return any && takeId(sequenceId, number);
    }

    private synchronized boolean takeId(int sequenceId, long number) {
        Notice notice = ids.remove(sequenceId);
        if (notice == null) {
            return false;
        }
        memory.release(MemoryPart.PARTIAL_FRAMES, ID_BYTES);
        any = !ids.isEmpty();
        return number < notice.accepted;
    }

    /** Registers a call to be notified when it is cancelled. Returns false if it is already cancelled. */
    boolean watch(int sequenceId, long number, CallCancellation call) {
        return memory == null || addWatched(sequenceId, number, call);
    }

    private synchronized boolean addWatched(int sequenceId, long number, CallCancellation call) {
        if (takeId(sequenceId, number)) {
            return false;
        }
        watched.putIfAbsent(sequenceId, call);
        return true;
    }

    void unwatch(int sequenceId, CallCancellation call) {
        if (memory != null) {
            removeWatched(sequenceId, call);
        }
    }

    private synchronized void removeWatched(int sequenceId, CallCancellation call) {
        watched.remove(sequenceId, call);
    }

    /** {@return the number of ids that wait for their calls} */
    synchronized int size() {
        return ids.size();
    }
}
