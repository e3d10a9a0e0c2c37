package io.grizzlythrift.internal.memory;

import io.grizzlythrift.internal.util.IntrusiveSet;
import io.grizzlythrift.memory.MemoryPart;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the memory that all connections of a server use together: partial frames, complete frames until their calls
 * have run, and replies until they are written to the socket. Safe for any number of threads.
 *
 * <p>The share of one connection depends on the remaining budget, by the dynamic threshold of A. K. Choudhury and E. L.
 * Hahne (<i>Dynamic Queue Length Thresholds for Shared-Memory Packet Switches</i>, IEEE/ACM Transactions on Networking
 * 6(2), 1998). Let {@code left = maxBytes - usedBytes}. Reading from a connection that uses more than {@code left / 2}
 * pauses, and calls of a connection whose waiting replies exceed {@code left} are rejected. So {@code n} greedy
 * connections leave at least {@code maxBytes / (1 + n)} to all others, and a single one may use half. If the bound is
 * exceeded nevertheless, because bytes had already been read or calls had already started, the connection that uses the
 * most is terminated.
 *
 * <p>Counters change by atomic adds. A charge adds first and then compares the result with the bound. If several
 * concurrent charges exceed it together, at least the last one notices that and calls {@link #makeRoom}. Victims are
 * chosen under a lock and emptied before it is released, so concurrent callers do not terminate more connections than
 * one caller would.
 */
public final class MemoryBudget {
    /** The fraction of the bound that is kept free for concurrent reads while one connection completes its frame. */
    private static final int HEADROOM_SHARE = 32;

    /** The fraction of the bound that decompressed messages leave to reads and replies. */
    private static final int GROWTH_RESERVE_SHARE = 4;

    /**
     * The index of the sum in {@link #used}. The other values are the bytes of the parts, by their index. Waiting
     * frames have no separate value: they are the difference to the sum, so that a read costs one atomic update.
     */
    private static final int SUM = 0;

    private final long maxBytes;
    private final String option;

    private final AtomicLongArray used = new AtomicLongArray(MemoryPart.values().length);

    private final IntrusiveSet<MemoryAccount> accounts = new IntrusiveSet<>();
    private final LongAdder terminations = new LongAdder();

    /** Held while a victim is chosen and its account emptied; never while an owner or a batch is called. */
    private final ReentrantLock terminationLock = new ReentrantLock();

    /** Held while one frame grows or is refused; never while an owner or a batch is called. */
    private final ReentrantLock growthLock = new ReentrantLock();

    /**
     * The account whose connection may complete its partial frame although it uses more than its share. Without this
     * privilege, many partial frames could take up all memory, and none would ever be completed.
     */
    private final AtomicReference<MemoryAccount> privileged = new AtomicReference<>();

    /**
     * Creates a budget.
     *
     * @param maxBytes the number of bytes that all connections together may use, at least 1
     * @throws IllegalArgumentException if {@code maxBytes} is less than 1
     */
    public MemoryBudget(long maxBytes) {
        this(maxBytes, "maxBufferedBytes");
    }

    /**
     * Creates a budget that is set by an option with another name.
     *
     * @param maxBytes the number of bytes that all connections together may use, at least 1
     * @param option the name of the option, for log lines and termination reasons
     * @throws IllegalArgumentException if {@code maxBytes} is less than 1
     */
    public MemoryBudget(long maxBytes, String option) {
        this.option = Objects.requireNonNull(option, "option");
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes is " + maxBytes + ", must be at least 1");
        }
        this.maxBytes = maxBytes;
    }

    /** Returns the name of the option that sets the bound. */
    String option() {
        return option;
    }

    /** {@return the number of bytes that all connections together may use} */
    public long maxBytes() {
        return maxBytes;
    }

    /** {@return the number of bytes that all connections use now; exceeds {@link #maxBytes()} only briefly} */
    public long usedBytes() {
        return used.get(SUM);
    }

    /**
     * Returns the memory that all connections use now for one purpose.
     *
     * @param part the purpose
     * @return bytes
     */
    public long usedBytes(MemoryPart part) {
        long bytes = used.get(indexOf(part));
        if (part == MemoryPart.WAITING_FRAMES) {
            for (MemoryPart other : MemoryPart.values()) {
                bytes -= other == part ? 0 : used.get(indexOf(other));
            }
        }
        return Math.max(0, bytes);
    }

    /**
     * Returns the number of connections that were terminated because the budget was exceeded and they used the most.
     *
     * @return a count of connections
     */
    public long terminations() {
        return terminations.sum();
    }

    /**
     * Opens the account of a connection.
     *
     * @return the account, to be {@linkplain MemoryAccount#close closed} with its connection
     */
    public MemoryAccount open() {
        MemoryAccount account = new MemoryAccount(this);
        accounts.add(account);
        return account;
    }

    /** Returns the lock of {@link MemoryAccount#growWaitingFrame}. */
    Lock growthLock() {
        return growthLock;
    }

    /** Returns the number of bytes that are left, at least 0. */
    long left() {
        return Math.max(0, maxBytes - usedBytes());
    }

    /** Adds bytes, or subtracts them if negative. Returns whether the bound is now exceeded. */
    boolean add(MemoryPart part, long bytes) {
        if (part != MemoryPart.WAITING_FRAMES) {
            used.getAndAdd(indexOf(part), bytes);
        }
        return used.addAndGet(SUM, bytes) > maxBytes;
    }

    /** The index of a part in {@link #used}. */
    private static int indexOf(MemoryPart part) {
        return switch (part) {
            case WAITING_FRAMES -> SUM;
            case PARTIAL_FRAMES -> 1;
            case BUFFERED_REPLIES -> 2;
            case UNSENT_REPLIES -> 3;
        };
    }

    void move(MemoryPart from, MemoryPart to, long bytes) {
        used.getAndAdd(indexOf(from), -bytes);
        used.getAndAdd(indexOf(to), bytes);
    }

    void forget(MemoryAccount account) {
        accounts.remove(account);
    }

    /**
     * Returns the part of the remaining budget that an account may use, at least 0: everything except the bytes that
     * the privileged connection still needs.
     */
    long leftFor(MemoryAccount account) {
        MemoryAccount preferred = privileged.get();
        long needed = preferred == null || preferred == account ? 0 : preferred.missingBytes() + headroomBytes();
        return Math.max(0, maxBytes - usedBytes() - needed);
    }

    /**
     * Returns the part of the remaining budget that a message of an account may take while it is decompressed, at least 0.
     * The rest is for bytes that are charged once they have arrived: with no room for them, connections would be terminated.
     */
    long leftToGrow(MemoryAccount account) {
        return Math.max(0, leftFor(account) - maxBytes / GROWTH_RESERVE_SHARE);
    }

    private long headroomBytes() {
        return maxBytes / HEADROOM_SHARE;
    }

    /**
     * Returns whether an account whose partial frame needs {@code missing} bytes may complete it regardless of its
     * share.
     */
    boolean grantPrivilege(MemoryAccount account, long missing) {
        return isPrivileged(account)
                || (missing + headroomBytes() <= left() && privileged.compareAndSet(null, account));
    }

    boolean isPrivileged(MemoryAccount account) {
        return privileged.get() == account;
    }

    void revokePrivilege(MemoryAccount account) {
        if (isPrivileged(account)) {
            privileged.compareAndSet(account, null);
        }
    }

    /**
     * Terminates connections, the largest first, until the bound holds again or the requester itself has been
     * terminated. Each account is closed and its bytes are released before its connection is terminated, so that
     * several threads do not terminate more connections than one thread would.
     */
    void makeRoom(MemoryAccount requester) {
        boolean tryAgain = true;
        while (tryAgain) {
            MemoryAccount largest;
            String reason;
            boolean wasOpen;
            List<DroppableFrames> waiting;
            terminationLock.lock();
            try {
                if (usedBytes() <= maxBytes) {
                    return;
                }
                largest = largest(requester);
                reason = "it uses " + largest.bytes()
                        + " bytes of frames and replies, the most of all connections, which use " + usedBytes()
                        + "; " + option + " is " + maxBytes;
                wasOpen = largest.isOpen();
                waiting = largest.empty();
                tryAgain = largest != requester;
            } finally {
                terminationLock.unlock();
            }
            try {
                if (wasOpen) {
                    terminations.increment();
                    largest.owner().terminateForMemory(reason);
                }
            } finally {
                waiting.forEach(DroppableFrames::drop);
            }
        }
    }

    /** Returns the account with the most reclaimable bytes; the requester if none has more. */
    private MemoryAccount largest(MemoryAccount requester) {
        Largest found = new Largest(requester);
        accounts.forEach(found::compare);
        return found.account;
    }

    /** The account with most reclaimable bytes so far. */
    private static final class Largest {
        private MemoryAccount account;
        private long bytes;

        Largest(MemoryAccount first) {
            account = first;
            bytes = first.reclaimableBytes();
        }

        void compare(MemoryAccount other) {
            long more = other.reclaimableBytes();
            if (more > bytes) {
                account = other;
                bytes = more;
            }
        }
    }
}
