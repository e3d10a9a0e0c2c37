package io.grizzlythrift.internal.reply;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.strategy.internal.util.VarHandles;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Puts the replies of one connection in order and writes them. Any number of threads deliver replies. A thread that
 * delivers the head of the queue while no thread writes becomes the writing thread until nothing is ready. Both orders
 * use this mechanism: with {@link ReplyOrder#AS_COMPLETED}, every reply is treated as the head of the queue.
 *
 * <p>There is one writing thread at a time, and no lock is held around a write: {@link #writing} is set and cleared
 * under the lock of this object, and cleared only when nothing is ready. A thread that finds it set adds its replies to
 * the queue under the same lock, so the writing thread finds them in its next round. The lock also makes everything
 * that a writing thread did visible to the next one.
 */
public final class ReplyQueue {
    /** Receives the events of a queue. Implemented by its connection. Called without the lock. */
    public interface Listener {
        /** Replies were passed to the {@link ReplyWriter}, or a oneway call has ended. */
        void progressed();

        /** More bytes wait than allowed. The queue is closed and writes nothing more. */
        void overflowed(long waitingBytes);

        /**
         * {@return whether {@link #passWriting} can let another thread write} Otherwise the writing thread writes until nothing
         * is ready.
         */
        default boolean canPassWriting() {
            return false;
        }

        /**
         * The calling thread has written for long enough, and replies are still ready: another thread must call {@link
         * ReplyQueue#writeRemaining}, unless a thread that delivers a reply comes first.
         */
        default void passWriting() {
            throw new UnsupportedOperationException();
        }
    }

    private static final Listener NO_LISTENER = new Listener() {
        @Override
        public void progressed() {}

        @Override
        public void overflowed(long waitingBytes) {}
    };

    /**
     * The size at which no further replies are added to a write. Replies of one write are copied into one array and no
     * longer count as queued.
     */
    private static final int WRITE_BYTES = 1 << 20;

    /**
     * How long a thread writes the replies that other threads deliver. It may be one that serves all connections, as a selector
     * thread or the timeout monitor, and others may deliver for as long as the peer sends calls.
     */
    private static final long MAX_WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final VarHandle PASSED_BYTES =
            VarHandles.of(MethodHandles.lookup(), ReplyQueue.class, "passedBytes", long.class);

    // Fields that are neither final nor volatile are guarded by this.

    private boolean inRequestOrder;

    /** The number of the first call whose reply waits for earlier ones, if replies are in the order of requests. */
    private long orderedFrom;

    private final ReplyWriter replyWriter;
    private final int maxWriteBufferBytes;
    private final MemoryAccount memory;
    private volatile Listener listener = NO_LISTENER;

    /** Replies that were not written at once; null until there is one, which never happens on many connections. */
    private WaitingReplies waiting;

    /** The total number of accepted calls. */
    private long accepted;

    /** The number of the first call whose reply is not ready. */
    private long head;

    /** The number of calls whose replies were written. */
    private long written;

    /** The number of calls whose replies are being written. */
    private int beingWritten;

    /** The number of calls whose replies wait here. */
    private int waitingToBeWritten;

    /** The number of oneway calls that still run although their position in the queue is complete. */
    private int runningOneway;

    private boolean writing;
    private boolean abandoned;
    private volatile boolean closed;
    private volatile CompletableFuture<Void> idle;
    private volatile CompletableFuture<Void> replied;

    /** Bytes of waiting replies. Changed under the lock. */
    private volatile long queuedBytes;

    /** What is charged for waiting replies: their bytes and their objects. */
    private long chargedBytes;

    /** Bytes that were passed to the {@link ReplyWriter}. Changed only by the thread that writes. */
    private volatile long passedBytes;

    /** Creates an empty queue whose memory is not limited by a budget. */
    public ReplyQueue(ReplyOrder order, ReplyWriter writer, int maxWriteBufferBytes) {
        this(order, writer, maxWriteBufferBytes, new MemoryBudget(Long.MAX_VALUE).open());
    }

    /**
     * Creates an empty queue.
     *
     * @param maxWriteBufferBytes how many bytes may wait, here and in the {@link ReplyWriter}; a single waiting reply
     *     may be larger
     * @param memory the memory account of the connection
     */
    public ReplyQueue(ReplyOrder order, ReplyWriter writer, int maxWriteBufferBytes, MemoryAccount memory) {
        inRequestOrder = order == ReplyOrder.REQUEST;
        replyWriter = writer;
        this.maxWriteBufferBytes = maxWriteBufferBytes;
        this.memory = memory;
    }

    /** {@return the memory account of the connection, which includes the replies that wait here} */
    public MemoryAccount memory() {
        return memory;
    }

    public void setListener(Listener connection) {
        listener = connection;
    }

    /**
     * Sets the order of the replies to calls that are accepted from now on. Once a call has been accepted, only the order of
     * requests can be set: it suits every peer.
     */
    public synchronized void setOrder(ReplyOrder order) {
        if (order == ReplyOrder.REQUEST && !inRequestOrder) {
            inRequestOrder = true;
            orderedFrom = accepted;
            head = accepted;
        } else if (accepted == 0) {
            inRequestOrder = order == ReplyOrder.REQUEST;
        }
    }

    /** Accepts calls and assigns the next positions to their replies. Returns the number of the first call. */
    public synchronized long accept(int calls) {
        long first = accepted;
        accepted += calls;
        return first;
    }

    /**
     * Delivers runs of {@code replies} that all belong to this connection. A run at the head of the queue is written
     * without copying it.
     */
    public void deliver(ReplyRuns replies, int from, int to) {
        int calls = replies.calls(from, to);
        int length = replies.length(from, to);
        checkRoomFor(length);
        boolean direct;
        synchronized (this) {
            direct = !writing && !isReady() && (!inRequestOrder || (to - from == 1 && isNext(replies.first(from))));
            if (direct) {
                writing = true;
                passHead(replies.first(from), calls);
                beingWritten = calls;
            }
        }
        if (direct) {
            write(replies.output().array(), replies.start(from), length);
            writeReady(calls);
        } else {
            // Not under the lock: charging memory may terminate connections.
            boolean kept = charge(replies.chargedBytes(from, to));
            enqueueAndWrite(replies.copy(from, to, kept));
        }
    }

    /**
     * Charges the memory of queued replies. Returns false if they cannot be kept: then these and all later replies are
     * dropped.
     */
    private boolean charge(int bytes) {
        if (closed || bytes == 0) {
            return !closed;
        }
        boolean charged = memory.charge(MemoryPart.BUFFERED_REPLIES, bytes);
        if (!charged) {
            close();
        }
        return charged;
    }

    private void enqueueAndWrite(List<CopiedReplies> replies) {
        synchronized (this) {
            enqueue(replies, inRequestOrder);
            if (!becomeWritingThread()) {
                return;
            }
        }
        writeReady(0);
    }

    /** Delivers a message that is no reply to a call. It leaves ahead of replies that wait for that of an earlier call. */
    public void deliverNotice(byte[] message) {
        checkRoomFor(message.length);
        boolean kept = charge(CopiedReplies.charged(message.length));
        synchronized (this) {
            if (kept) {
                enqueue(List.of(new CopiedReplies(head, 0, message)), false);
            }
            if (!becomeWritingThread()) {
                return;
            }
        }
        writeReady(0);
    }

    /**
     * Holds replies that are delivered from now on in the queue, until {@link #releaseWrites()} writes them together.
     * Used by a thread that is about to deliver several replies one by one.
     *
     * @return false if another thread is writing: then nothing is held, and that thread writes the replies as they
     *     arrive
     */
    public synchronized boolean holdWrites() {
        if (writing) {
            return false;
        }
        writing = true;
        return true;
    }

    /** {@return whether {@code more} bytes may be held; held bytes count as waiting} */
    public boolean mayHold(int more) {
        return queuedBytes + more <= Math.min(WRITE_BYTES, maxWriteBufferBytes) / 2;
    }

    /** Writes the replies delivered since {@link #holdWrites()} returned true. Called once, by the same thread. */
    public void releaseWrites() {
        writeReady(0);
    }

    private void checkRoomFor(int length) {
        long waiting = unsentBytes();
        if (waiting > 0 && waiting + length > maxWriteBufferBytes && close()) {
            listener.overflowed(waiting + length);
        }
    }

    /** Delivers replies that are already copied. */
    public void deliver(List<CopiedReplies> replies) {
        int length = replies.stream().mapToInt(CopiedReplies::length).sum();
        checkRoomFor(length);
        boolean kept =
                charge(replies.stream().mapToInt(CopiedReplies::chargedBytes).sum());
        enqueueAndWrite(kept ? replies : WaitingReplies.withoutBytes(replies));
    }

    /**
     * Returns a future that completes once the replies to all accepted calls are passed to the socket and every oneway
     * call has ended. It is already complete if that is the case now.
     */
    public synchronized CompletableFuture<Void> whenIdle() {
        if (isIdle()) {
            return CompletableFuture.completedFuture(null);
        }
        if (idle == null) {
            idle = new CompletableFuture<>();
        }
        return idle;
    }

    /**
     * Returns a future that completes once the replies to all accepted calls are passed to the socket, although oneway calls
     * may still run. Call this only when no further calls are accepted.
     */
    public synchronized CompletableFuture<Void> whenReplied() {
        if (replied == null) {
            replied = new CompletableFuture<>();
            if (isReplied()) {
                replied.complete(null);
            }
        }
        return replied;
    }

    /** Marks the queue as idle permanently, because some of its calls will never get a reply. */
    public void abandon() {
        synchronized (this) {
            abandoned = true;
        }
        whenReplied().complete(null);
        completeIfIdle();
    }

    /** Drops the queued and all later replies: the peer will not read them. Returns true on the first call only. */
    public synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        if (waiting != null) {
            waiting.dropBytes();
        }
        memory.release(MemoryPart.BUFFERED_REPLIES, chargedBytes);
        chargedBytes = 0;
        queuedBytes = 0;
        return true;
    }

    /**
     * Records that a oneway call is about to run. Later replies do not wait for it: its position is delivered before it
     * ends. The call stays in flight until {@link #endOneway}. Invoke this before its position is delivered, or while an
     * earlier invocation for the same call has not been ended.
     */
    public synchronized void beginOneway() {
        runningOneway++;
    }

    /** Records that a oneway call for which {@link #beginOneway} was invoked has ended. */
    public void endOneway() {
        synchronized (this) {
            runningOneway--;
        }
        reportProgress();
    }

    /** {@return the number of accepted calls without a written reply, including oneway calls that still run} */
    public synchronized long inFlight() {
        return accepted - written + runningOneway;
    }

    /**
     * Returns {@link #inFlight()} minus the calls that have left their positions: their replies are being written, and the peer
     * may read them and send its next call before the write returns; or they wait for the reply to an earlier call.
     */
    public synchronized long awaitingReply() {
        return inFlight() - beingWritten - waitingToBeWritten;
    }

    /**
     * {@return how many of the calls before a call await their reply} Exact if replies are in the order of requests.
     *
     * @param call the number of an accepted call
     */
    public synchronized long awaitingReplyBefore(long call) {
        return awaitingReply() - (accepted - call);
    }

    /** {@return the total number of accepted calls} */
    public synchronized long accepted() {
        return accepted;
    }

    /** {@return how many bytes of replies are queued here; most of them wait for the reply to an earlier call} */
    public long queuedBytes() {
        return queuedBytes;
    }

    /** {@return how many bytes of replies wait, in this queue or in the {@link ReplyWriter}} */
    public long unsentBytes() {
        return queuedBytes + replyWriter.unsentBytes();
    }

    /**
     * {@return how many bytes the socket has accepted; inexact over TLS, but it grows only when the socket accepts
     * some}
     */
    public long sentBytes() {
        return passedBytes + replyWriter.addedBytes() - replyWriter.unsentBytes();
    }

    /** {@return whether the replies to all accepted calls are passed to the socket, and no oneway call runs} */
    public synchronized boolean isIdle() {
        return isReplied() && (abandoned || runningOneway == 0);
    }

    /** {@return whether the replies to all accepted calls are passed to the socket, although oneway calls may still run} */
    public synchronized boolean isReplied() {
        return abandoned || (!writing && written == accepted && !isReady());
    }

    /** Returns whether replies wait only for a thread that writes them. */
    private boolean isReady() {
        return waiting != null && waiting.isReady();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void enqueue(List<CopiedReplies> delivered, boolean inOrder) {
        List<CopiedReplies> replies = closed ? WaitingReplies.withoutBytes(delivered) : delivered;
        for (CopiedReplies next : delivered) {
            if (closed) {
                memory.release(MemoryPart.BUFFERED_REPLIES, next.chargedBytes());
            } else {
                queuedBytes += next.length();
                chargedBytes += next.chargedBytes();
            }
        }
        if (waiting == null) {
            waiting = new WaitingReplies();
        }
        for (CopiedReplies next : replies) {
            waitingToBeWritten += next.calls();
        }
        if (inOrder) {
            for (CopiedReplies next : replies) {
                if (next.first() < orderedFrom) {
                    waiting.addReady(next);
                    passHead(next.first(), next.calls());
                } else {
                    waiting.addEarly(next);
                }
            }
            head = waiting.moveToReady(head);
        } else {
            replies.forEach(waiting::addReady);
        }
    }

    /** Returns whether the replies to consecutive calls from this one need not wait. The calls before have theirs. */
    private boolean isNext(long first) {
        return first == head || first < orderedFrom;
    }

    /** Records that the replies to consecutive calls are ready. They may begin before {@link #orderedFrom} and end after it. */
    private void passHead(long first, int calls) {
        head = Math.max(head, first + calls);
    }

    private boolean becomeWritingThread() {
        if (writing || !isReady()) {
            return false;
        }
        writing = true;
        return true;
    }

    /**
     * Writes until nothing is ready, many replies in one write, or until another thread must go on. Called only by the writing
     * thread, without the lock.
     */
    private void writeReady(int justWritten) {
        List<CopiedReplies> batch = takeReady(justWritten);
        long begin = batch.isEmpty() ? 0 : System.nanoTime();
        while (!batch.isEmpty()) {
            int calls = writeTogether(batch);
            if (System.nanoTime() - begin >= MAX_WRITE_NANOS && listener.canPassWriting()) {
                if (stopWriting(calls)) {
                    listener.passWriting();
                }
                break;
            }
            batch = takeReady(calls);
        }
        reportProgress();
    }

    /** Ends the turn of the writing thread. Returns whether replies are ready, for another one. */
    private synchronized boolean stopWriting(int justWritten) {
        written += justWritten;
        beingWritten = 0;
        writing = false;
        if (waiting == null) {
            return false;
        }
        head = waiting.moveToReady(head);
        return waiting.isReady();
    }

    /** Writes what is ready, after {@link Listener#passWriting}. Does nothing if another thread writes. */
    public void writeRemaining() {
        synchronized (this) {
            if (!becomeWritingThread()) {
                return;
            }
        }
        writeReady(0);
    }

    private void reportProgress() {
        listener.progressed();
        CompletableFuture<Void> awaited = replied;
        if (awaited != null && isReplied()) {
            awaited.complete(null);
        }
        completeIfIdle();
    }

    private void completeIfIdle() {
        CompletableFuture<Void> awaited = idle == null ? null : takeIdle();
        if (awaited != null) {
            awaited.complete(null);
        }
    }

    /** Removes and returns the future for an idle queue, if it is idle: it may be awaited again after the next call. */
    private synchronized CompletableFuture<Void> takeIdle() {
        if (!isIdle()) {
            return null;
        }
        CompletableFuture<Void> awaited = idle;
        idle = null;
        return awaited;
    }

    /**
     * Returns the replies for the next write. If nothing is ready, returns an empty list, and the calling thread is no
     * longer the writing thread.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private synchronized List<CopiedReplies> takeReady(int justWritten) {
        if (!stopWriting(justWritten)) {
            return List.of();
        }
        writing = true;
        List<CopiedReplies> batch = waiting.takeReady(WRITE_BYTES);
        for (CopiedReplies next : batch) {
            beingWritten += next.calls();
            waitingToBeWritten -= next.calls();
            queuedBytes -= next.length();
            chargedBytes -= next.chargedBytes();
        }
        return batch;
    }

    private int writeTogether(List<CopiedReplies> batch) {
        int length = 0;
        int charged = 0;
        int calls = 0;
        for (CopiedReplies replies : batch) {
            length += replies.length();
            charged += replies.chargedBytes();
            calls += replies.calls();
        }
        memory.release(MemoryPart.BUFFERED_REPLIES, charged - length);
        memory.moveToUnsent(length);
        try {
            writeCharged(batch.size() == 1 ? batch.get(0).bytes() : concatenated(batch, length));
        } catch (OutOfMemoryError e) {
            replyWriter.abort(e);
        }
        return calls;
    }

    private static byte[] concatenated(List<CopiedReplies> batch, int length) {
        byte[] together = new byte[length];
        int position = 0;
        for (CopiedReplies replies : batch) {
            System.arraycopy(replies.bytes(), 0, together, position, replies.length());
            position += replies.length();
        }
        return together;
    }

    /** Writes bytes. A failure terminates the connection but not the queue, which must still become idle. */
    private void write(byte[] bytes, int offset, int length) {
        if (length > 0 && !closed) {
            passed(length);
            try {
                replyWriter.write(bytes, offset, length);
            } catch (IOException | RuntimeException | Error e) {
                replyWriter.abort(e);
            }
        }
    }

    /** Writes an array that is charged as unsent. It belongs to the {@link ReplyWriter} from now on. */
    private void writeCharged(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        if (closed) {
            memory.release(MemoryPart.UNSENT_REPLIES, bytes.length);
            return;
        }
        passed(bytes.length);
        try {
            replyWriter.writeCharged(bytes, memory);
        } catch (IOException | RuntimeException | Error e) {
            replyWriter.abort(e);
        }
    }

    private void passed(int length) {
        PASSED_BYTES.setRelease(this, (long) PASSED_BYTES.get(this) + length);
    }
}
