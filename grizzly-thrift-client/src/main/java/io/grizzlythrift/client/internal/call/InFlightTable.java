package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.internal.call.CloseNotice;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The calls of one connection by sequence id. An id maps to a slot of an array. The first id is {@link CloseNotice#CLIENT_ID};
 * then ids count up from 1. An id whose slot is taken is skipped, so an id is not reused while its call holds the slot. An
 * abandoned call holds its slot until its late reply arrives.
 *
 * <p>Thread-safe without locks. The size admits at most {@code limit} calls to an array of at least twice that length, so a
 * free slot always exists and the search for one ends. A call gets its id before the compare-and-set that publishes it in a
 * slot, so {@link #find} never sees a call without its id. Only one thread clears a slot, and then decrements the size. Size
 * and last id share a word, so one atomic addition admits a call and assigns its id; the ids of rejected calls are skipped.
 * Registering or finding a call costs one array access as long as few calls are much older than the rest.
 */
public final class InFlightTable implements CallDeadlines.Calls {
    /** The size of a closed table: above any limit, so that no call is registered. */
    private static final int CLOSED = 1 << 30;

    /** Added to {@link #lastIdAndSize} to assign the next id. */
    private static final long NEXT_ID = 1L << Integer.SIZE;

    private final AtomicReferenceArray<PendingCall> slots;
    private final int mask;
    private final int limit;

    /** The last id that was assigned, in the upper half, and the size. */
    private final AtomicLong lastIdAndSize = new AtomicLong((CloseNotice.CLIENT_ID - 1) * NEXT_ID);

    private final AtomicInteger slowCalls = new AtomicInteger();

    /**
     * Creates an empty table.
     *
     * @param limit the maximum number of calls, 1 to 2^17
     */
    public InFlightTable(int limit) {
        this.limit = limit;
        int capacity = Integer.highestOneBit(2 * limit - 1) << 1;
        slots = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** {@return the maximum number of calls} */
    public int limit() {
        return limit;
    }

    /**
     * Closes the table if this number of calls holds a slot: it then rejects further calls.
     *
     * @return whether this call closed it
     */
    public boolean closeIfHolds(int calls) {
        return (int) lastIdAndSize.getAndUpdate(current -> (int) current == calls ? current + CLOSED : current)
                == calls;
    }

    /** {@return the last id that was assigned since the ids began at 1; 0 if that was the first one, or none was} */
    public int lastId() {
        int id = (int) (lastIdAndSize.get() >>> Integer.SIZE);
        return id >= CloseNotice.CLIENT_ID - 1 ? 0 : id;
    }

    /** {@return the number of calls that hold a slot, including abandoned ones; huge once the table is closed} */
    public int size() {
        return (int) lastIdAndSize.get();
    }

    /** {@return the number of calls that hold a slot, including abandoned ones} */
    public int takenSlots() {
        int calls = size();
        return calls < CLOSED ? calls : 0; // more than CLOSED while a call is being refused
    }

    /** {@return whether a call holds a slot} */
    public boolean hasCalls() {
        return takenSlots() > 0;
    }

    /**
     * Assigns an id and a slot to a call. A call that has ended by then, because an attempt beside it won, holds no slot.
     *
     * @return the number of calls that held a slot before, or -1 if the table is full or closed
     */
    public int register(PendingCall call, CallConnection connection) {
        return register(call, connection, limit);
    }

    /**
     * Does what {@link #register(PendingCall, CallConnection)} does, with a lower limit.
     *
     * @param most the maximum number of calls, this one included; at most that of the table
     */
    public int register(PendingCall call, CallConnection connection, int most) {
        long before = lastIdAndSize.getAndAdd(NEXT_ID + 1);
        int sizeBefore = (int) before;
        int id = idAfter(before);
        if (sizeBefore >= most) {
            lastIdAndSize.getAndDecrement();
            return -1;
        }
        if (call.slowness() != PendingCall.NOT_SLOW) { // counted before another thread can free the slot
            slowCalls.incrementAndGet();
        }
        while (!tryPublish(call, connection, id)) {
            id = idAfter(lastIdAndSize.getAndAdd(NEXT_ID));
        }
        if (call.state() >= PendingCall.ENDED) { // it may have been too early to remove it
            remove(call);
        }
        return sizeBefore;
    }

    private int idAfter(long before) {
        int id = (int) (before >>> Integer.SIZE) + 1;
        if (id == CloseNotice.CLIENT_ID) { // so ids remain small, and never become CloseNotice.NOTICE_ID
            lastIdAndSize.getAndUpdate(current -> current & (NEXT_ID - 1));
        }
        return id;
    }

    /** Gives a call this id, and publishes it in the slot of the id. Returns false if the slot is taken. */
    private boolean tryPublish(PendingCall call, CallConnection connection, int id) {
        if (slots.get(id & mask) != null) {
            return false;
        }
        call.assign(connection, id);
        return slots.compareAndSet(id & mask, null, call);
    }

    /**
     * Reads the calls with these ids, so that they are in the processor's cache when their replies are handled. By then most
     * calls of a busy connection have left it. The reads of one loop wait for the memory together, those of replies that are
     * handled one after the other do not: the client took 7 % less processor time per call with 4 connections and 100 calls in
     * flight on each (the bench on an AMD EPYC, JDK 17).
     *
     * @return a value without meaning, so that the reads are not optimized away
     */
    public int prefetch(int firstId, int count) {
        int read = 0;
        for (int i = 0; i < count; i++) {
            PendingCall call = slots.getPlain((firstId + i) & mask);
            if (call != null) {
                // facts.md#memory-is-fetched-in-parallel
                read += call.prefetch();
            }
        }
        return read;
    }

    /** Returns the call with this id, or null. */
    public PendingCall find(int id) {
        PendingCall call = slots.get(id & mask);
        return call != null && call.sequenceId() == id ? call : null;
    }

    /** Frees the slot of a call. Does nothing if the slot is already free. */
    public void remove(PendingCall call) {
        if (slots.compareAndSet(call.sequenceId() & mask, call, null)) {
            removed(call);
        }
    }

    /**
     * Frees the slot of a call that was sent and that a reply has ended, or whose late reply has arrived. Only for the thread
     * that reads: nothing else frees that slot, so this needs no compare-and-set. The update of the size that follows is a
     * full fence, so {@link #markSlow} sees the free slot, or this method sees the mark.
     */
    public void removeReplied(PendingCall call) {
        slots.setRelease(call.sequenceId() & mask, null);
        removed(call);
    }

    private void removed(PendingCall call) {
        lastIdAndSize.getAndDecrement();
        if (call.slowness() != PendingCall.NOT_SLOW) {
            unmarkSlow(call);
        }
    }

    /**
     * Counts a registered call as slow until its slot is freed. Whenever that happens, this thread or the one that frees the
     * slot sees the other's write, and only one of them resets the mark.
     */
    public void markSlow(PendingCall call, int slowness) {
        if (call.slowness(slowness) == PendingCall.NOT_SLOW) {
            slowCalls.incrementAndGet();
        }
        if (slots.get(call.sequenceId() & mask) != call) {
            unmarkSlow(call);
        }
    }

    private void unmarkSlow(PendingCall call) {
        if (call.slowness(PendingCall.NOT_SLOW) != PendingCall.NOT_SLOW) {
            slowCalls.decrementAndGet();
        }
    }

    /** {@return the number of calls that hold a slot and are marked as slow} */
    public int slowCalls() {
        return slowCalls.get();
    }

    /** Returns the oldest call that was sent and awaits a reply, abandoned calls included; null if there is none. */
    public PendingCall oldestSent() {
        PendingCall oldest = null;
        for (int i = 0; i <= mask; i++) {
            PendingCall call = slots.get(i);
            if (call != null && call.awaitsReply() && (oldest == null || call.begun() - oldest.begun() < 0)) {
                oldest = call;
            }
        }
        return oldest;
    }

    @Override
    public void forEach(Consumer<PendingCall> visitor) {
        for (int i = 0; i <= mask; i++) {
            PendingCall call = slots.get(i);
            if (call != null) {
                visitor.accept(call);
            }
        }
    }
}
