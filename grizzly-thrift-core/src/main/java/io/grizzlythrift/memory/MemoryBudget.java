package io.grizzlythrift.memory;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bound of the memory that the connections of one server hold together: started frames, whole frames until their
 * calls have run, and replies until the socket has taken them. Safe for any number of threads.
 *
 * <p>How much one connection may hold depends on how much is left, as with the dynamic threshold that A. K. Choudhury
 * and E. L. Hahne gave for packet switches with shared memory (<i>Dynamic Queue Length Thresholds for Shared-Memory
 * Packet Switches</i>, IEEE/ACM Transactions on Networking 6(2), 1998): with {@code left = maxBytes - usedBytes}, a
 * connection that holds more than {@code left / 2} is not read any further, and one whose unsent replies are more than
 * {@code left} has its calls rejected. So {@code n} connections that take all they can get leave
 * {@code maxBytes / (1 + n)} at least to everyone else, and one alone may have half. What is over the bound in spite of
 * that, because bytes had been read or calls had begun, is taken from the connection that holds most: it is terminated.
 */
public final class MemoryBudget {
    private static final int DEFAULT_HEAP_SHARE = 4;

    /** This part of the bound is for what other threads have read meanwhile, while a connection finishes its frame. */
    private static final int SPARE_SHARE = 32;

    /**
     * Where {@link #used} has the sum. The other values are those of parts, by their index, but for the waiting
     * frames: those are the rest of the sum, so that a read costs one change.
     */
    private static final int SUM = MemoryPart.WAITING_FRAMES.index;

    private final long maxBytes;
    private final String option;

    private final AtomicLongArray used = new AtomicLongArray(MemoryPart.values().length);

    private final Set<MemoryAccount> accounts = ConcurrentHashMap.newKeySet();
    private final LongAdder terminations = new LongAdder();

    /** Held to choose whom to terminate, and while that account is emptied. Never while anything else is called. */
    private final ReentrantLock choice = new ReentrantLock();

    /**
     * The connection that may go on with its started frame although it holds more than its share. Without one, frames
     * of which each has arrived in part could take all memory, and none would ever be whole.
     */
    private final AtomicReference<MemoryAccount> finishing = new AtomicReference<>();

    /**
     * Makes a bound.
     *
     * @param maxBytes how much all connections may hold, at least 1
     * @throws IllegalArgumentException if {@code maxBytes} is less than 1
     */
    public MemoryBudget(long maxBytes) {
        this(maxBytes, "maxBufferedBytes");
    }

    /**
     * Makes a bound that is set by an option of another name.
     *
     * @param maxBytes how much all connections may hold, at least 1
     * @param option the name of the option, for the log and for reasons of termination
     * @throws IllegalArgumentException if {@code maxBytes} is less than 1
     */
    public MemoryBudget(long maxBytes, String option) {
        this.option = Objects.requireNonNull(option, "option");
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes is " + maxBytes + ", must be at least 1");
        }
        this.maxBytes = maxBytes;
    }

    /** The name of the option that sets the bound. */
    String option() {
        return option;
    }

    /**
     * The bound of a server that sets none.
     *
     * @return a quarter of the largest heap, in bytes
     */
    public static long defaultBytes() {
        return Runtime.getRuntime().maxMemory() / DEFAULT_HEAP_SHARE;
    }

    /**
     * How much all connections may hold.
     *
     * @return bytes
     */
    public long maxBytes() {
        return maxBytes;
    }

    /**
     * How much they hold now.
     *
     * @return bytes; more than {@link #maxBytes()} for a moment at most
     */
    public long usedBytes() {
        return used.get(SUM);
    }

    /**
     * How much they hold now for one thing.
     *
     * @param part what for
     * @return bytes
     */
    public long usedBytes(MemoryPart part) {
        long bytes = used.get(part.index);
        if (part == MemoryPart.WAITING_FRAMES) {
            for (MemoryPart other : MemoryPart.values()) {
                bytes -= other == part ? 0 : used.get(other.index);
            }
        }
        return Math.max(0, bytes);
    }

    /**
     * How many connections were terminated because the budget was used up and none held more.
     *
     * @return a count
     */
    public long terminations() {
        return terminations.sum();
    }

    /**
     * Begins to count what one connection holds.
     *
     * @return an account, to be {@linkplain MemoryAccount#close closed} with its connection
     */
    public MemoryAccount open() {
        MemoryAccount account = new MemoryAccount(this);
        accounts.add(account);
        return account;
    }

    /** How much may still be taken, at least 0. */
    long left() {
        return Math.max(0, maxBytes - usedBytes());
    }

    /** Notes more bytes, or less if it is a negative number. Returns whether the bound is exceeded now. */
    boolean add(MemoryPart part, long bytes) {
        if (part != MemoryPart.WAITING_FRAMES) {
            used.getAndAdd(part.index, bytes);
        }
        return used.addAndGet(SUM, bytes) > maxBytes;
    }

    void move(MemoryPart from, MemoryPart to, long bytes) {
        used.getAndAdd(from.index, -bytes);
        used.getAndAdd(to.index, bytes);
    }

    void forget(MemoryAccount account) {
        accounts.remove(account);
    }

    /**
     * How much of what is left this account may count on, at least 0: all but what the connection still needs that may
     * finish its frame.
     */
    long leftFor(MemoryAccount account) {
        MemoryAccount preferred = finishing.get();
        long needed = preferred == null || preferred == account ? 0 : preferred.missingBytes() + spareBytes();
        return Math.max(0, maxBytes - usedBytes() - needed);
    }

    private long spareBytes() {
        return maxBytes / SPARE_SHARE;
    }

    /** Whether the account, which misses so many bytes of its frame, may go on until it has them. */
    boolean letFinish(MemoryAccount account, long missing) {
        return isFinishing(account) || (missing + spareBytes() <= left() && finishing.compareAndSet(null, account));
    }

    boolean isFinishing(MemoryAccount account) {
        return finishing.get() == account;
    }

    void endFinishing(MemoryAccount account) {
        if (isFinishing(account)) {
            finishing.compareAndSet(account, null);
        }
    }

    /**
     * Empties accounts, the largest first, until the bound holds again. Each of them is closed and its bytes are given
     * back before its connection is told, so several threads in need do not end more connections than one would.
     */
    void makeRoom(MemoryAccount requester) {
        boolean goesOn = true;
        while (goesOn) {
            MemoryAccount largest;
            String reason;
            boolean wasOpen;
            List<DroppableFrames> waiting;
            choice.lock();
            try {
                if (usedBytes() <= maxBytes) {
                    return;
                }
                largest = largest(requester);
                reason = "it holds " + largest.bytes()
                        + " bytes of frames and replies, no connection more, when all hold " + usedBytes()
                        + "; " + option + " is " + maxBytes;
                wasOpen = largest.isOpen();
                waiting = largest.empty();
                goesOn = largest != requester;
            } finally {
                choice.unlock();
            }
            try {
                if (wasOpen) {
                    terminations.increment();
                    largest.holder().terminateForMemory(reason);
                }
            } finally {
                waiting.forEach(DroppableFrames::drop);
            }
        }
    }

    /** Whoever holds most of what can be had back; the requester if nobody holds more. */
    private MemoryAccount largest(MemoryAccount requester) {
        MemoryAccount largest = requester;
        long most = requester.reclaimableBytes();
        for (MemoryAccount account : accounts) {
            long bytes = account.reclaimableBytes();
            if (bytes > most) {
                largest = account;
                most = bytes;
            }
        }
        return largest;
    }
}
