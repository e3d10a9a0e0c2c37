package io.grizzlythrift.caller;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The calls of one connection that its client has cancelled by a notice, by their sequence ids. A call that begins, or
 * ends, asks whether it is among them; so a call that is not cancelled costs one read of a field, and only on connections
 * whose client can cancel. Calls with a listener are notified at once.
 *
 * <p>An id stays until its call takes it. If that call had ended before, the id stays for a moment longer than the connection
 * has calls, until {@value #MAX_IDS} newer ones have come, or until it is too old; it cancels no later call of the same id, because only
 * calls count that were numbered before the notice.
 *
 * <p>Thread-safe. All but the volatile fields is guarded by the lock of this object, which is never held while
 * others are called.
 */
public final class CancelledCalls {
    /** Those of a peer that cannot cancel calls by notices. */
    public static final CancelledCalls NONE = new CancelledCalls();

    /** The largest number of ids that wait for their calls: {@value}. */
    public static final int MAX_IDS = 1024;

    /** What an id takes on the heap: an entry of a map and two numbers. */
    static final int ID_BYTES = 96;

    /** Null for {@link #NONE}. */
    private final MemoryAccount memory;

    /**
     * A notice that waits for its call.
     *
     * @param accepted how many calls of the connection were numbered when it came
     * @param since when it came, as {@link System#nanoTime()}
     */
    private record Notice(long accepted, long since) {}

    /** By sequence id, the oldest first. */
    private final Map<Integer, Notice> ids = new LinkedHashMap<>();

    private final Map<Integer, CallCancellation> watched = new HashMap<>();
    private volatile boolean accepting;

    /** Whether the client was not told that notices are accepted. */
    private volatile boolean offerDue;

    private volatile boolean any;

    /** @param memory is charged for the ids */
    public CancelledCalls(MemoryAccount memory) {
        this.memory = Objects.requireNonNull(memory, "memory");
    }

    private CancelledCalls() {
        memory = null;
    }

    /** Accepts notices from now on: the client has shown that it knows them. */
    public void accept() {
        if (!accepting && memory != null) {
            accepting = true;
            offerDue = true;
        }
    }

    /** {@return whether the reply to a call has to tell the client that notices are accepted: once, after {@link #accept}} */
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
     * Cancels a call. Has no effect if there is none of this id.
     *
     * @param sequenceId of the call
     * @param accepted how many calls of the connection are numbered: only these can be meant
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

    /** Returns whether there is one more id. */
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

    /** Forgets the ids that came when at most so many calls were numbered. All of these have ended. */
    public void forget(long accepted) {
        forgetIf(notice -> notice.accepted <= accepted);
    }

    /**
     * Forgets ids of a certain age. If the call of one of them still runs, and nobody has asked so far whether it is cancelled,
     * it is not.
     *
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
     * Takes a call out. Returns whether it is cancelled, once.
     *
     * @param number of the call on its connection
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

    /** Has a call told when it is cancelled. Returns false if it is cancelled already. */
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

    /** {@return how many ids wait for their calls} */
    synchronized int size() {
        return ids.size();
    }
}
