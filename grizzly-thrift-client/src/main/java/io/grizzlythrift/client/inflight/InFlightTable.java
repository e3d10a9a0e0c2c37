package io.grizzlythrift.client.inflight;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The calls of one connection by sequence id, each in the place that its id points to. Ids count up; one whose place is
 * taken is passed over. So an id is not used again while its call holds the place, which an abandoned call does until
 * its late reply comes.
 *
 * <p>Any thread may call any method; nothing locks. To register and to find cost one array access as long as few calls
 * are much older than the others: the table is at most half full.
 */
public final class InFlightTable {
    private final AtomicReferenceArray<PendingCall> places;
    private final int mask;
    private final int limit;
    private final AtomicInteger nextId = new AtomicInteger();
    private final AtomicInteger size = new AtomicInteger();

    /** @param limit the largest number of calls, 1 to 2^17 */
    public InFlightTable(int limit) {
        this.limit = limit;
        int capacity = Integer.highestOneBit(2 * limit - 1) << 1;
        places = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /** How many calls may hold a place. */
    public int limit() {
        return limit;
    }

    /** How many calls hold a place, abandoned ones included. */
    public int size() {
        return size.get();
    }

    /**
     * Gives a call an id and a place.
     *
     * @return how many calls held a place before, or -1 if there is none
     */
    public int register(PendingCall call, CallConnection connection) {
        int before = size.getAndIncrement();
        if (before >= limit) {
            size.decrementAndGet();
            return -1;
        }
        while (true) {
            int id = nextId.incrementAndGet();
            if (places.get(id & mask) == null) {
                call.assign(connection, id);
                if (places.compareAndSet(id & mask, null, call)) {
                    return before;
                }
            }
        }
    }

    /** The call that holds the place of this id, if it has this id; otherwise null. */
    public PendingCall find(int id) {
        PendingCall call = places.get(id & mask);
        return call != null && call.sequenceId() == id ? call : null;
    }

    /** Frees the place of a call. Does nothing if it was freed before. */
    public void remove(PendingCall call) {
        if (places.compareAndSet(call.sequenceId() & mask, call, null)) {
            size.decrementAndGet();
        }
    }

    /** Visits every call that holds a place from the begin to the end of this method. */
    public void forEach(Consumer<PendingCall> visitor) {
        for (int i = 0; i <= mask; i++) {
            PendingCall call = places.get(i);
            if (call != null) {
                visitor.accept(call);
            }
        }
    }
}
