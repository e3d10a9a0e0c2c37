package io.grizzlythrift.memory;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one connection holds of a {@link MemoryBudget}. Bytes are charged before they are allocated, where that is
 * possible, and released once by whoever lets go of them; when the connection is closed, {@link #close} gives back at
 * once what is left, and later releases do nothing. Frames that wait for a thread outlive their connection: they are
 * given back when their last call has run or was dropped.
 *
 * <p>Safe for any number of threads, but for what says that it is for the thread that reads.
 */
public final class MemoryAccount {
    /** Waiting frames from this size on can be dropped in any case, smaller ones only if half of the budget is used. */
    private static final long DROPPABLE_BYTES = 64 * 1024;

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long NO_FRAME = -1;

    private static final MemoryPart[] OF_CONNECTION = {
        MemoryPart.PARTIAL_FRAMES, MemoryPart.BUFFERED_REPLIES, MemoryPart.UNSENT_REPLIES
    };

    private static final MemoryOwner NOBODY = new MemoryOwner() {
        @Override
        public void pauseReading(String reason) {
            // whoever reads asks again
        }

        @Override
        public void terminateForMemory(String reason) {
            // whoever charges is told
        }
    };

    private static final DroppableFrames NOTHING_WAITS = new DroppableFrames() {
        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void drop() {
            // nothing is left to be dropped
        }
    };

    private final MemoryBudget budget;

    /** By the index of the part. All but the waiting frames are CLOSED in the end. */
    private final AtomicLongArray bytes = new AtomicLongArray(MemoryPart.values().length);

    private volatile MemoryOwner holder = NOBODY;
    private volatile boolean open = true;

    /** How many bytes the started frame may still take, or NO_FRAME. Written by the thread that reads. */
    private volatile long missing = NO_FRAME;

    /** Waiting frames that can be dropped, null before there were any. Who takes one out releases its bytes. */
    private volatile Set<DroppableFrames> droppable;

    MemoryAccount(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Says who is to be told. Called before the connection is read.
     *
     * @param connection stands for the connection
     */
    public void setOwner(MemoryOwner connection) {
        holder = Objects.requireNonNull(connection, "connection");
    }

    MemoryOwner holder() {
        return holder;
    }

    /**
     * Whether the account counts for its connection: neither was that closed nor the account emptied.
     *
     * @return false for good once it is
     */
    public boolean isOpen() {
        return open;
    }

    /**
     * How much the connection holds now.
     *
     * @return bytes
     */
    public long bytes() {
        return of(MemoryPart.PARTIAL_FRAMES) + of(MemoryPart.WAITING_FRAMES) + replyBytes();
    }

    private long replyBytes() {
        return of(MemoryPart.BUFFERED_REPLIES) + of(MemoryPart.UNSENT_REPLIES);
    }

    private long of(MemoryPart part) {
        return Math.max(0, bytes.get(part.index));
    }

    /**
     * Takes memory that the connection needs. If the budget does not have it, connections are terminated.
     *
     * @param part what for; {@linkplain #addWaitingFrames waiting frames} are charged another way
     * @param more how many bytes, at least 0
     * @return false if this is, or was, one of those connections, or it is closed: nothing is charged then
     */
    public boolean charge(MemoryPart part, long more) {
        if (!add(part, more)) {
            return false;
        }
        if (budget.add(part, more)) {
            budget.makeRoom(this);
        }
        return open;
    }

    /**
     * Gives memory back. Does nothing once the account is closed: everything was given back then.
     *
     * @param part what it was charged for
     * @param less as many bytes as were charged
     */
    public void release(MemoryPart part, long less) {
        if (add(part, -less)) {
            budget.add(part, -less);
        }
    }

    /**
     * Notes that replies which waited for others wait for the socket now.
     *
     * @param moved how many bytes
     */
    public void moveToUnsent(long moved) {
        if (add(MemoryPart.BUFFERED_REPLIES, -moved)) {
            if (add(MemoryPart.UNSENT_REPLIES, moved)) {
                budget.move(MemoryPart.BUFFERED_REPLIES, MemoryPart.UNSENT_REPLIES, moved);
            } else { // closed between
                budget.add(MemoryPart.BUFFERED_REPLIES, -moved);
            }
        }
    }

    private boolean add(MemoryPart part, long more) {
        int index = part.index;
        long now;
        do {
            now = bytes.get(index);
            if (now == CLOSED) {
                return false;
            }
        } while (!bytes.compareAndSet(index, now, now + more));
        return true;
    }

    /**
     * Whether frames of so many bytes must be able to be dropped while they wait. If so, all are given to
     * {@link #addWaitingFrames} and {@link #removeWaitingFrames} as what can be dropped.
     *
     * @param size their bytes
     * @return false for small ones while at least half of the budget is left
     */
    public boolean mustBeDroppable(long size) {
        return size >= DROPPABLE_BYTES || 2 * (budget.usedBytes() + size) > budget.maxBytes();
    }

    /**
     * Takes the memory of whole frames. They are there already.
     *
     * @param size their bytes
     * @param frames can be dropped, or null
     * @return false if the connection is terminated, for this or before: the frames are to be dropped by the caller
     */
    public boolean addWaitingFrames(long size, DroppableFrames frames) {
        bytes.getAndAdd(MemoryPart.WAITING_FRAMES.index, size);
        boolean known = false;
        try {
            if (frames != null) {
                droppable().add(frames);
            }
            known = true;
        } finally {
            if (!known) { // no memory to know them: they are not charged, and removeWaitingFrames() does nothing
                takeOut(size);
            }
        }
        if (budget.add(MemoryPart.WAITING_FRAMES, size)) {
            budget.makeRoom(this);
        }
        return open;
    }

    /**
     * Gives back the memory of whole frames, once their calls have ended.
     *
     * @param size as given to {@link #addWaitingFrames}
     * @param frames as given to {@link #addWaitingFrames}
     */
    public void removeWaitingFrames(long size, DroppableFrames frames) {
        Set<DroppableFrames> known = droppable;
        if (frames == null || (known != null && known.remove(frames))) {
            releaseWaiting(size);
        }
    }

    private void releaseWaiting(long size) {
        budget.add(MemoryPart.WAITING_FRAMES, -size);
        takeOut(size);
    }

    private void takeOut(long size) {
        long left = bytes.addAndGet(MemoryPart.WAITING_FRAMES.index, -size);
        if (left == 0 && !open) {
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
     * Notes how much the started frame may still take. For the thread that reads.
     *
     * @param more bytes that are not charged yet; 0 if its whole length is
     */
    public void setMissingBytes(long more) {
        missing = more;
    }

    /** Notes that no frame is started any more. For the thread that reads. */
    public void endFrame() {
        missing = NO_FRAME;
        budget.endFinishing(this);
    }

    /**
     * Whether the connection may be read further: it holds no more than half of what is left. Of the connections that
     * hold more, one at a time may go on with its started frame if there is room for all of it and a
     * thirty-second of the budget besides; the others leave it that room.
     *
     * @return if not, reading is to be paused until {@link #mayResumeReading()}
     */
    public boolean mayKeepReading() {
        long mine = bytes();
        return mine == 0 || 2 * mine <= budget.leftFor(this) || mayFinish();
    }

    /**
     * Whether the array of a started frame may grow faster than what arrives.
     *
     * @param more how many bytes
     * @return false if the connection would hold more than half of what was left then, and is not the one that may
     */
    public boolean mayAllocateAhead(long more) {
        long left = budget.leftFor(this) - more;
        return 2 * (bytes() + more) <= left || (left >= 0 && budget.isFinishing(this));
    }

    /**
     * Whether the connection may hold so much more: in all no more than is left then.
     *
     * @param more how many bytes
     * @return false if that is to be refused
     */
    public boolean mayCharge(long more) {
        return bytes() + more <= budget.leftFor(this) - more;
    }

    /**
     * Whether a connection whose reading is paused may be read again: it holds no more than a quarter of what is left,
     * or may go on with its frame.
     *
     * @return to be asked again and again: it depends on other connections too
     */
    public boolean mayResumeReading() {
        long mine = bytes();
        return mine == 0 || 4 * mine <= budget.leftFor(this) || mayFinish();
    }

    private boolean mayFinish() {
        long more = missing;
        if (more == NO_FRAME || more > budget.left() || !budget.letFinish(this, more)) {
            return false;
        }
        if (!open || missing == NO_FRAME) { // closed or complete meanwhile: somebody else may
            budget.endFinishing(this);
            return false;
        }
        return true;
    }

    /**
     * Whether a call of the connection may begin: no more of its replies wait than is left of the budget. The frames
     * of the call itself do not count: to run it gives them back.
     *
     * @return if not, it is to be rejected
     */
    public boolean mayStartCall() {
        long replies = replyBytes();
        return replies == 0 || replies <= budget.left();
    }

    /**
     * What the connection holds and what is left, for the log and for rejections.
     *
     * @return text that ends with the bound
     */
    public String describe() {
        return "the connection holds " + bytes() + " bytes of frames and replies, and " + budget.left()
                + " bytes are left of " + budget.option() + ", " + budget.maxBytes();
    }

    /** How much the started frame may still take; 0 if there is none. */
    long missingBytes() {
        return Math.max(0, missing);
    }

    /** Has the connection not read any more, for now. For the thread that reads. */
    public void pauseReading() {
        holder.pauseReading(describe());
    }

    /** What would be had back if the connection was terminated. */
    long reclaimableBytes() {
        long sum = of(MemoryPart.PARTIAL_FRAMES) + replyBytes();
        Set<DroppableFrames> waiting = droppable;
        if (waiting != null) {
            for (DroppableFrames frames : waiting) {
                sum += frames.bytes();
            }
        }
        return sum;
    }

    /** Gives back all that can be, and returns the frames that are to be dropped for it. */
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
        } catch (OutOfMemoryError e) { // they are given back when their calls have ended
            return List.of();
        }
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] != null && waiting.remove(taken[i])) {
                releaseWaiting(taken[i].bytes());
            } else { // its last call has ended meanwhile
                taken[i] = NOTHING_WAITS;
            }
        }
        return result;
    }

    /** Gives back all but waiting frames. Called when the connection is closed; the second time it does nothing. */
    public void close() {
        open = false;
        for (MemoryPart part : OF_CONNECTION) {
            long last = bytes.getAndSet(part.index, CLOSED);
            if (last != CLOSED) {
                budget.add(part, -last);
            }
        }
        budget.endFinishing(this);
        if (bytes.get(MemoryPart.WAITING_FRAMES.index) == 0) {
            budget.forget(this);
        }
    }
}
