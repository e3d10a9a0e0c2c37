package io.grizzlythrift.internal.memory;

import io.grizzlythrift.internal.util.IntrusiveSet;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.locks.Lock;

/**
 * Accounts for the part of a {@link MemoryBudget} that one connection uses. If possible, bytes are charged before they
 * are allocated; they are released exactly once. When the connection closes, {@link #close} releases the rest at once,
 * and later releases have no effect. Frames that wait for a thread outlive their connection: they are released when
 * their last call has run or was dropped.
 *
 * <p>Safe for any number of threads, except for methods that only the reading thread may call, as documented there. The
 * count of each part changes by compare-and-set and ends in the state CLOSED, which {@link #close} sets with {@code
 * getAndSet}: a concurrent charge or release either takes effect before and is part of the value that {@code close}
 * returns to the budget, or sees CLOSED and does nothing. Waiting frames are released by the one thread that removes
 * them from {@link #droppable}, or by {@link #removeWaitingFrames} if they cannot be dropped.
 */
@SuppressWarnings("exports") // the superclass links the accounts of a budget, and is of no use outside
public final class MemoryAccount extends IntrusiveSet.Member {
    /** Waiting frames of at least this size are always droppable; smaller ones only once half of the budget is used. */
    private static final long DROPPABLE_BYTES = 64 * 1024;

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long NO_FRAME = -1;

    private static final AtomicLongFieldUpdater<MemoryAccount> PARTIAL_FRAMES =
            AtomicLongFieldUpdater.newUpdater(MemoryAccount.class, "partialFrames");
    private static final AtomicLongFieldUpdater<MemoryAccount> WAITING_FRAMES =
            AtomicLongFieldUpdater.newUpdater(MemoryAccount.class, "waitingFrames");
    private static final AtomicLongFieldUpdater<MemoryAccount> BUFFERED_REPLIES =
            AtomicLongFieldUpdater.newUpdater(MemoryAccount.class, "bufferedReplies");
    private static final AtomicLongFieldUpdater<MemoryAccount> UNSENT_REPLIES =
            AtomicLongFieldUpdater.newUpdater(MemoryAccount.class, "unsentReplies");

    /** The parts that end as CLOSED. The first of them tells whether the account is open, so it is closed first. */
    private static final MemoryPart[] OF_CONNECTION = {
        MemoryPart.PARTIAL_FRAMES, MemoryPart.BUFFERED_REPLIES, MemoryPart.UNSENT_REPLIES
    };

    private static final MemoryOwner NO_OWNER = new MemoryOwner() {
        @Override
        public void pauseReading(String reason) {
            // The reading thread checks again before its next read.
        }

        @Override
        public void terminateForMemory(String reason) {
            // The charging thread gets the result false.
        }
    };

    private static final DroppableFrames NO_FRAMES = new DroppableFrames() {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void drop() {
            // No call is left.
        }
    };

    private final MemoryBudget budget;

    // The bytes of each part, as fields: an array or counters would be more objects for each connection.
    private volatile long partialFrames;
    private volatile long waitingFrames;
    private volatile long bufferedReplies;
    private volatile long unsentReplies;

    private volatile MemoryOwner owner = NO_OWNER;

    /** The number of bytes that the partial frame may still need, or NO_FRAME. Written by the reading thread. */
    private volatile long missing = NO_FRAME;

    /** Waiting frames that can be dropped; null until there are any. The thread that removes one releases its bytes. */
    private volatile Set<DroppableFrames> droppable;

    MemoryAccount(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Sets the owner, which pauses or terminates the connection. Called before the first read.
     *
     * @param connection the owner
     */
    public void setOwner(MemoryOwner connection) {
        owner = Objects.requireNonNull(connection, "connection");
    }

    MemoryOwner owner() {
        return owner;
    }

    /**
     * {@return whether the account is open: its connection has been neither closed nor terminated to free its memory}
     */
    public boolean isOpen() {
        return partialFrames != CLOSED;
    }

    /** {@return the number of bytes that the connection uses now} */
    public long bytes() {
        return partialBytes() + waitingBytes() + replyBytes();
    }

    private long partialBytes() {
        return Math.max(0, partialFrames);
    }

    private long waitingBytes() {
        return Math.max(0, waitingFrames);
    }

    private long replyBytes() {
        return Math.max(0, bufferedReplies) + Math.max(0, unsentReplies);
    }

    private static AtomicLongFieldUpdater<MemoryAccount> bytesOf(MemoryPart part) {
        return switch (part) {
            case PARTIAL_FRAMES -> PARTIAL_FRAMES;
            case WAITING_FRAMES -> WAITING_FRAMES;
            case BUFFERED_REPLIES -> BUFFERED_REPLIES;
            case UNSENT_REPLIES -> UNSENT_REPLIES;
        };
    }

    /**
     * Charges memory to the connection. If this exceeds the budget, terminates connections until the budget holds
     * again.
     *
     * @param part the use of the memory; {@linkplain #addWaitingFrames waiting frames} are charged separately
     * @param more the number of bytes, at least 0
     * @return false if the connection is closed, or was terminated because of this charge; then nothing is charged
     */
    public boolean charge(MemoryPart part, long more) {
        if (!add(part, more)) {
            return false;
        }
        if (budget.add(part, more)) {
            budget.makeRoom(this);
        }
        return isOpen();
    }

    /**
     * Releases memory. Has no effect once the account is closed, because closing it released everything.
     *
     * @param part the use for which it was charged
     * @param less the number of bytes, as charged
     */
    public void release(MemoryPart part, long less) {
        if (add(part, -less)) {
            budget.add(part, -less);
        }
    }

    /**
     * Moves bytes from {@link MemoryPart#BUFFERED_REPLIES} to {@link MemoryPart#UNSENT_REPLIES}.
     *
     * @param moved the number of bytes
     */
    public void moveToUnsent(long moved) {
        if (add(MemoryPart.BUFFERED_REPLIES, -moved)) {
            if (add(MemoryPart.UNSENT_REPLIES, moved)) {
                budget.move(MemoryPart.BUFFERED_REPLIES, MemoryPart.UNSENT_REPLIES, moved);
            } else { // closed in between
                budget.add(MemoryPart.BUFFERED_REPLIES, -moved);
            }
        }
    }

    private boolean add(MemoryPart part, long more) {
        AtomicLongFieldUpdater<MemoryAccount> bytes = bytesOf(part);
        long now;
        do {
            now = bytes.get(this);
            if (now == CLOSED) {
                return false;
            }
        } while (!bytes.compareAndSet(this, now, now + more));
        return true;
    }

    /**
     * Returns whether waiting frames of a size must be droppable. If so, they must be passed to {@link
     * #addWaitingFrames} and {@link #removeWaitingFrames}.
     *
     * @param size their size in bytes
     * @return false for small frames while at least half of the budget is left
     */
    public boolean mustBeDroppable(long size) {
        return size >= DROPPABLE_BYTES || 2 * (budget.usedBytes() + size) > budget.maxBytes();
    }

    /**
     * Charges complete frames, whose memory is already allocated.
     *
     * @param size their size in bytes
     * @param frames the frames if they can be dropped, otherwise null
     * @return false if the connection is terminated, because of this charge or earlier; the caller must then drop the
     *     frames
     */
    public boolean addWaitingFrames(long size, DroppableFrames frames) {
        addWaiting(size);
        boolean known = false;
        try {
            if (frames != null) {
                droppable().add(frames);
            }
            known = true;
        } finally {
            if (!known) { // out of memory: they are not charged, and removeWaitingFrames() will do nothing
                subtractWaiting(size);
            }
        }
        if (budget.add(MemoryPart.WAITING_FRAMES, size)) {
            budget.makeRoom(this);
        }
        return isOpen();
    }

    /**
     * Releases complete frames once all their calls have ended.
     *
     * @param size as passed to {@link #addWaitingFrames}
     * @param frames as passed to {@link #addWaitingFrames}
     */
    public void removeWaitingFrames(long size, DroppableFrames frames) {
        Set<DroppableFrames> known = droppable;
        if (frames == null || (known != null && known.remove(frames))) {
            releaseWaiting(size);
        }
    }

    /**
     * Charges a complete frame that grows while it is decompressed, or releases it if there is no room: all growing
     * frames together leave a quarter of the budget to reads and replies. If several do not all fit, they are refused one
     * at a time, and the next one finds the room that the refused one has released. So they cannot cause each other to be
     * refused, nor together cause a connection to be terminated.
     *
     * @param more the number of bytes to add
     * @param before the number of bytes already charged for the frame
     * @return true if {@code more} is charged; false if it is not, and {@code before} is released
     */
    public boolean growWaitingFrame(long more, long before) {
        boolean charged;
        boolean exceeded = false;
        Lock lock = budget.growthLock();
        lock.lock();
        try {
            charged = mayCharge(more) && more <= budget.leftToGrow(this);
            if (charged) { // even if the connection is closed: its oneway calls still run
                addWaiting(more);
                exceeded = budget.add(MemoryPart.WAITING_FRAMES, more);
            } else if (before > 0) {
                releaseWaiting(before);
            }
        } finally {
            lock.unlock();
        }
        if (exceeded) { // by a charge of another kind
            budget.makeRoom(this);
        }
        return charged;
    }

    private void releaseWaiting(long size) {
        budget.add(MemoryPart.WAITING_FRAMES, -size);
        subtractWaiting(size);
    }

    private long addWaiting(long size) {
        return WAITING_FRAMES.addAndGet(this, size);
    }

    private void subtractWaiting(long size) {
        long left = addWaiting(-size);
        if (left == 0 && !isOpen()) {
            budget.forget(this);
        }
    }

    private synchronized Set<DroppableFrames> droppable() {
        if (droppable == null) {
            droppable = ConcurrentHashMap.newKeySet();
        }
        return droppable;
    }

    /**
     * Sets how much memory the partial frame may still need. Called only by the reading thread.
     *
     * @param more the number of bytes that have not been charged; 0 if the whole frame has been charged
     */
    public void setMissingBytes(long more) {
        missing = more;
    }

    /** Records that there is no longer a partial frame. Called only by the reading thread. */
    public void endFrame() {
        missing = NO_FRAME;
        budget.revokePrivilege(this);
    }

    /**
     * Returns whether reading from the connection may continue: it uses at most half of the remaining budget. Of the
     * connections that use more, one at a time may complete its partial frame, provided that the whole frame plus one
     * thirty-second of the budget fits. Other connections cannot use that room.
     *
     * @return if false, reading must be paused until {@link #mayResumeReading()}
     */
    public boolean mayKeepReading() {
        long used = bytes();
        return used == 0 || 2 * used <= budget.leftFor(this) || mayCompleteFrame();
    }

    /**
     * Returns whether the array of the partial frame may grow beyond the bytes received.
     *
     * @param more the number of bytes to allocate
     * @return false if the connection would then use more than half of the remaining budget and is not the privileged
     *     one
     */
    public boolean mayAllocateAhead(long more) {
        long left = budget.leftFor(this) - more;
        return 2 * (bytes() + more) <= left || (left >= 0 && budget.isPrivileged(this));
    }

    /**
     * Returns whether the connection may use more memory: its total must not exceed the budget that then remains.
     *
     * @param more the number of additional bytes
     * @return if false, the request must be rejected
     */
    public boolean mayCharge(long more) {
        return bytes() + more <= budget.leftFor(this) - more;
    }

    /**
     * Returns whether reading from a paused connection may resume: it uses at most a quarter of the remaining budget,
     * or may complete its partial frame. The result also depends on other connections, so call this repeatedly.
     *
     * @return whether reading may resume
     */
    public boolean mayResumeReading() {
        long used = bytes();
        return used == 0 || 4 * used <= budget.leftFor(this) || mayCompleteFrame();
    }

    private boolean mayCompleteFrame() {
        long more = missing;
        if (more == NO_FRAME || more > budget.left() || !budget.grantPrivilege(this, more)) {
            return false;
        }
        // If it was closed or completed concurrently, the privilege is free for another account.
        if (!isOpen() || missing == NO_FRAME) {
            budget.revokePrivilege(this);
            return false;
        }
        return true;
    }

    /**
     * Returns whether a call of the connection may start: its waiting replies use no more than the remaining budget.
     * The frame of the call does not count, because running the call releases it.
     *
     * @return if false, the call must be rejected
     */
    public boolean mayStartCall() {
        long replies = replyBytes();
        return replies == 0 || replies <= budget.left();
    }

    /**
     * Returns a description of the memory that the connection uses and of the remaining budget, for log lines and
     * rejections.
     *
     * @return a text that ends with the bound
     */
    public String describe() {
        return "the connection uses " + bytes() + " bytes of frames and replies, and " + budget.left()
                + " bytes are left of " + budget.option() + ", " + budget.maxBytes();
    }

    /** Returns the number of bytes that the partial frame may still need; 0 if there is none. */
    long missingBytes() {
        return Math.max(0, missing);
    }

    /** Asks the owner to pause reading. Called only by the reading thread. */
    public void pauseReading() {
        owner.pauseReading(describe());
    }

    /** Returns the number of bytes that terminating the connection would release. */
    long reclaimableBytes() {
        long sum = partialBytes() + replyBytes();
        Set<DroppableFrames> waiting = droppable;
        if (waiting != null) {
            for (DroppableFrames frames : waiting) {
                sum += frames.bytes();
            }
        }
        return sum;
    }

    /** Closes the account and releases all droppable frames. Returns them; the caller must drop them. */
    List<DroppableFrames> empty() {
        close();
        Set<DroppableFrames> waiting = droppable;
        if (waiting == null) {
            return List.of();
        }
        DroppableFrames[] taken;
        List<DroppableFrames> result;
        try {
            taken = waiting.toArray(new DroppableFrames[0]);
            result = Arrays.asList(taken);
        } catch (OutOfMemoryError e) { // the frames are released when their calls have ended
            return List.of();
        }
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] != null && waiting.remove(taken[i])) {
                releaseWaiting(taken[i].bytes());
            } else { // its last call has ended concurrently
                taken[i] = NO_FRAMES;
            }
        }
        return result;
    }

    /** Releases everything except waiting frames. Called when the connection closes; a second call has no effect. */
    public void close() {
        for (MemoryPart part : OF_CONNECTION) {
            long last = bytesOf(part).getAndSet(this, CLOSED);
            if (last != CLOSED) {
                budget.add(part, -last);
            }
        }
        budget.revokePrivilege(this);
        if (waitingFrames == 0) {
            budget.forget(this);
        }
    }
}
