package io.grizzlythrift.bench.load.raw;

/**
 * When the calls in flight of one connection were sent, or with a rate when they were due, oldest first. Owned by one
 * thread.
 *
 * <p>Calls that leave in one write share an entry, and so do their latencies: one histogram update instead of hundreds.
 */
final class SendTimes {
    private final long[] nanos;
    private final int[] calls;
    private int head;
    private int tail;

    /** @param inFlight the most calls that can be outstanding */
    SendTimes(int inFlight) {
        // Each entry holds at least one call, so there are never more entries than calls; one more tells full from
        // empty.
        nanos = new long[inFlight + 1];
        calls = new int[inFlight + 1];
    }

    void sent(int count, long now) {
        nanos[tail] = now;
        calls[tail] = count;
        tail = next(tail);
    }

    /**
     * Takes replies off the front.
     *
     * @param count how many came; at most as many as were sent
     * @param sink told of each group of calls that were sent together; not called for none
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
