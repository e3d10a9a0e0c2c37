package io.grizzlythrift.frame;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How much memory the frames that have not arrived whole take, over all connections of one or several
 * {@link ThriftFrameFilter}s, and how much they may. Safe for any number of threads.
 */
public final class FrameMemory {
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder rejections = new LongAdder();

    /**
     * Makes a bound.
     *
     * @param maxBytes how much all such frames may take, at least 1
     * @throws IllegalArgumentException if {@code maxBytes} is less than 1
     */
    public FrameMemory(long maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes is " + maxBytes + ", must be at least 1");
        }
        this.maxBytes = maxBytes;
    }

    /**
     * What is taken now.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes.get();
    }

    /**
     * How many connections were terminated because they wanted more than was left.
     *
     * @return a count
     */
    public long rejections() {
        return rejections.sum();
    }

    /** What the started frame of one connection has taken. Given back once, be the connection closed meanwhile or not. */
    public final class Share {
        private static final long CLOSED = -1;

        private final AtomicLong taken = new AtomicLong();

        /** Begins to count what one connection takes. */
        public Share() {}

        /**
         * Takes more.
         *
         * @param more bytes
         * @throws FrameException if there is not as much left; nothing is taken then
         */
        public void take(long more) throws FrameException {
            long before;
            do {
                before = bytes.get();
                if (more > maxBytes - before) {
                    rejections.increment();
                    throw FrameException.ofMemory(more, before, maxBytes);
                }
            } while (!bytes.compareAndSet(before, before + more));
            if (!add(more)) {
                bytes.addAndGet(-more);
            }
        }

        private boolean add(long more) {
            long now;
            do {
                now = taken.get();
                if (now == CLOSED) {
                    return false;
                }
            } while (!taken.compareAndSet(now, now + more));
            return true;
        }

        /** Gives everything back. */
        void giveBack() {
            long now;
            do {
                now = taken.get();
                if (now == CLOSED) {
                    return;
                }
            } while (!taken.compareAndSet(now, 0));
            bytes.addAndGet(-now);
        }

        /** Gives everything back, and takes nothing any more. */
        public void close() {
            long now = taken.getAndSet(CLOSED);
            if (now != CLOSED) {
                bytes.addAndGet(-now);
            }
        }
    }
}
