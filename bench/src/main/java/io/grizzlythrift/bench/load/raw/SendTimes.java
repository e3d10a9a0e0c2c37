package io.grizzlythrift.bench.load.raw;

/**
 * The times when the calls in flight of one connection were sent, or with a rate when they were due, oldest first.
 * Owned by one thread.
 *
 * <p>Calls that are sent in one write share an entry and thus one latency: one histogram update instead of hundreds.
 */
final class SendTimes {
    private final long[] nanos;
    private final int[] calls;
    private int head;
    private int tail;

    /** @param inFlight maximum number of calls in flight */
    SendTimes(int inFlight) {
        // Each entry holds at least one call, so there are never more entries than calls. One more entry distinguishes
        // a full ring from an empty one.
        nanos = new long[inFlight + 1];
        calls = new int[inFlight + 1];
    }

    void sent(int count, long now) {
        nanos[tail] = now;
        calls[tail] = count;
        tail = next(tail);
    }

    /**
     * Removes the oldest calls, whose replies have arrived.
     *
     * @param count number of replies; at most the number of calls in flight
     * @param sink called for each group of calls that were sent together
     */
    void received(int count, Sink sink) {
        int left = count;
        while (left > 0) {
            if (head == tail) {
                throw new IllegalStateException("more replies than calls");
            }
            int part = Math.min(left, calls[head]);
            sink.accept(nanos[head], part);
            left -= part;
            calls[head] -= part;
            if (calls[head] == 0) {
                head = next(head);
            }
        }
    }

    private int next(int index) {
        return index + 1 == nanos.length ? 0 : index + 1;
    }

    interface Sink {
        void accept(long sentNanos, int count);
    }
}
