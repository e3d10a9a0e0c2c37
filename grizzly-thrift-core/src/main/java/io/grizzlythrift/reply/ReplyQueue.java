package io.grizzlythrift.reply;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The replies of one connection on their way out. Any number of threads deliver replies; whoever delivers the head of
 * the line while nobody writes becomes the writer, and goes on until nothing is ready. So there is one writer at a
 * time, without a lock around a write.
 *
 * <p>Both orders are this one mechanism: {@link ReplyOrder#AS_COMPLETED} regards every reply as the head of the line.
 */
public final class ReplyQueue {
    /** What a line tells the connection that it belongs to. Called without a lock held. */
    public interface Listener {
        /** ReplyRuns were handed to the sink. */
        void progressed();

        /** More replies wait than may; none is written any more. */
        void overflowed(long waitingBytes);
    }

    private static final Listener NOBODY = new Listener() {
        @Override
        public void progressed() {}

        @Override
        public void overflowed(long waitingBytes) {}
    };

    /** So many bytes are enough for one write. On their way to the sink they are copied, and not counted as waiting. */
    private static final int TOGETHER_BYTES = 1 << 20;

    private final boolean inRequestOrder;
    private final ReplyWriter sink;
    private final int maxWriteBufferBytes;
    private final MemoryAccount memory;
    private volatile Listener listener = NOBODY;

    /** Delivered ahead of a call that is still running. */
    private final Queue<CopiedReplies> early = new PriorityQueue<>(Comparator.comparingLong(CopiedReplies::first));

    /** To be written by the current writer. */
    private final Queue<CopiedReplies> ready = new ArrayDeque<>();

    private long accepted;
    private long head;
    private long written;

    /** Calls whose replies the current writer hands to the sink now. */
    private int beingWritten;

    /** Oneway calls that run though the line has gone on past them. */
    private int running;

    private boolean writing;
    private boolean abandoned;
    private volatile boolean closed;
    private volatile CompletableFuture<Void> idle;

    /** Bytes of early and ready replies. */
    private final AtomicLong heldBytes = new AtomicLong();

    /** Bytes that were handed to the sink. Only the writer changes it. */
    private final AtomicLong handedBytes = new AtomicLong();

    /** A line whose memory is bounded by nothing else. */
    public ReplyQueue(ReplyOrder order, ReplyWriter sink, int maxWriteBufferBytes) {
        this(order, sink, maxWriteBufferBytes, new MemoryBudget(Long.MAX_VALUE).open());
    }

    /**
     * Makes an empty queue.
     *
     * @param maxWriteBufferBytes how many bytes may wait, here and in the sink; one reply that waits alone may be larger
     * @param memory what the connection holds
     */
    public ReplyQueue(ReplyOrder order, ReplyWriter sink, int maxWriteBufferBytes, MemoryAccount memory) {
        inRequestOrder = order == ReplyOrder.REQUEST;
        this.sink = sink;
        this.maxWriteBufferBytes = maxWriteBufferBytes;
        this.memory = memory;
    }

    /** What the connection holds, replies that wait here included. */
    public MemoryAccount memory() {
        return memory;
    }

    public void tell(Listener connection) {
        listener = connection;
    }

    /** Takes calls into the line. Returns the number of the first of them; the others follow. */
    public synchronized long accept(int calls) {
        long first = accepted;
        accepted += calls;
        return first;
    }

    /**
     * Hands on runs of {@code replies}, all of this connection. A run that is next in line is written from where it is.
     */
    public void deliver(ReplyRuns replies, int from, int to) {
        int calls = replies.calls(from, to);
        int length = replies.length(from, to);
        checkRoomFor(length);
        boolean direct;
        synchronized (this) {
            direct = !writing && (!inRequestOrder || (to - from == 1 && replies.first(from) == head));
            if (direct) {
                writing = true;
                head += calls;
                beingWritten = calls;
            }
        }
        if (direct) {
            write(replies.output().array(), replies.start(from), length);
            writeReady(calls);
        } else {
            // Without the lock: to have memory, connections may be terminated.
            boolean held = hold(length);
            enqueueAndWrite(replies.toSegments(from, to, held), held ? length : 0);
        }
    }

    /** Returns false if replies are not kept any more: from the first that is not kept, none is. */
    private boolean hold(int length) {
        if (closed || length == 0) {
            return !closed;
        }
        boolean held = memory.charge(MemoryPart.BUFFERED_REPLIES, length);
        if (!held) {
            close();
        }
        return held;
    }

    /** @param length of all, which is charged as held */
    private void enqueueAndWrite(List<CopiedReplies> segments, int length) {
        synchronized (this) {
            enqueue(segments, length);
            if (!becomeWriter()) {
                return;
            }
        }
        writeReady(0);
    }

    private void checkRoomFor(int length) {
        long waiting = unsentBytes();
        if (waiting > 0 && waiting + length > maxWriteBufferBytes && close()) {
            listener.overflowed(waiting + length);
        }
    }

    /** The same for replies that were copied already. */
    public void deliver(List<CopiedReplies> segments) {
        int length = segments.stream().mapToInt(CopiedReplies::length).sum();
        checkRoomFor(length);
        boolean held = hold(length);
        enqueueAndWrite(held ? segments : withoutBytes(segments), held ? length : 0);
    }

    private static List<CopiedReplies> withoutBytes(Collection<CopiedReplies> segments) {
        return segments.stream().map(CopiedReplies::withoutBytes).toList();
    }

    /**
     * Completes once every call that was taken in is answered and handed to the socket, and every oneway call has ended;
     * at once if that is so now.
     */
    public synchronized CompletableFuture<Void> whenIdle() {
        if (idle == null) {
            idle = new CompletableFuture<>();
            if (isIdle()) {
                idle.complete(null);
            }
        }
        return idle;
    }

    /** Makes the line idle for good: calls of it will never be answered. */
    public void abandon() {
        synchronized (this) {
            abandoned = true;
        }
        whenIdle().complete(null);
    }

    /** ReplyRuns are not kept any more: nobody will read them. Returns true the first time only. */
    public synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        List<CopiedReplies> waiting = withoutBytes(early);
        early.clear();
        early.addAll(waiting);
        waiting = withoutBytes(ready);
        ready.clear();
        ready.addAll(waiting);
        memory.release(MemoryPart.BUFFERED_REPLIES, heldBytes.getAndSet(0));
        return true;
    }

    /**
     * A oneway call is about to run. It has no reply, so the line does not wait for it: its place is delivered before it
     * ends. It stays in flight until {@link #endOneway}. To be called before its place is delivered, or while this was
     * called for it already.
     */
    public synchronized void beginOneway() {
        running++;
    }

    /** A oneway call of {@link #beginOneway} has ended. */
    public void endOneway() {
        synchronized (this) {
            running--;
        }
        reportProgress();
    }

    /** How many calls were taken in and are not answered yet, or are oneway calls that still run. */
    public synchronized long inFlight() {
        return accepted - written + running;
    }

    /**
     * The same without calls whose replies are on their way to the socket: a peer may have read one, and sent its next
     * call, before the write of it has returned.
     */
    public synchronized long unanswered() {
        return inFlight() - beingWritten;
    }

    /** How many calls were ever taken in. */
    public synchronized long accepted() {
        return accepted;
    }

    /** How many bytes of replies wait for replies before them. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** How many bytes of replies wait, for replies before them or for the socket. */
    public long unsentBytes() {
        return heldBytes.get() + sink.unsentBytes();
    }

    /** How many bytes the socket has taken. Over TLS this is inexact, but grows only when the socket takes some. */
    public long sentBytes() {
        return handedBytes.get() - sink.unsentBytes();
    }

    /** Whether every call that was taken in is answered and handed to the socket, and no oneway call runs. */
    public synchronized boolean isIdle() {
        return abandoned || (!writing && written == accepted && running == 0);
    }

    private void enqueue(List<CopiedReplies> delivered, int length) {
        List<CopiedReplies> segments = closed ? withoutBytes(delivered) : delivered;
        if (closed) {
            memory.release(MemoryPart.BUFFERED_REPLIES, length);
        } else {
            heldBytes.addAndGet(length);
        }
        if (inRequestOrder) {
            early.addAll(segments);
            moveHeadToReady();
        } else {
            ready.addAll(segments);
        }
    }

    private void moveHeadToReady() {
        for (CopiedReplies next = early.peek(); next != null && next.first() == head; next = early.peek()) {
            ready.add(early.poll());
            head += next.calls();
        }
    }

    private boolean becomeWriter() {
        if (writing || ready.isEmpty()) {
            return false;
        }
        writing = true;
        return true;
    }

    /** Writes until nothing is ready, many replies in one write. Only for the writer, without the lock. */
    private void writeReady(int justWritten) {
        List<CopiedReplies> batch = takeReady(justWritten);
        while (!batch.isEmpty()) {
            batch = takeReady(writeTogether(batch));
        }
        reportProgress();
    }

    private void reportProgress() {
        listener.progressed();
        CompletableFuture<Void> waiting = idle;
        if (waiting != null && isIdle()) {
            waiting.complete(null);
        }
    }

    /** Returns nothing, and gives up being the writer, if nothing is ready. */
    private synchronized List<CopiedReplies> takeReady(int justWritten) {
        written += justWritten;
        beingWritten = 0;
        moveHeadToReady();
        if (ready.isEmpty()) {
            writing = false;
            return List.of();
        }
        List<CopiedReplies> batch = new ArrayList<>();
        int length = 0;
        while (length < TOGETHER_BYTES && !ready.isEmpty()) {
            CopiedReplies segment = ready.poll();
            batch.add(segment);
            length += segment.length();
            beingWritten += segment.calls();
        }
        heldBytes.addAndGet(-length);
        return batch;
    }

    private int writeTogether(List<CopiedReplies> batch) {
        int length = 0;
        int calls = 0;
        for (CopiedReplies segment : batch) {
            length += segment.length();
            calls += segment.calls();
        }
        memory.moveToUnsent(length);
        try {
            writeCharged(batch.size() == 1 ? batch.get(0).bytes() : concatenated(batch, length));
        } catch (OutOfMemoryError e) {
            sink.abort(e);
        }
        return calls;
    }

    private static byte[] concatenated(List<CopiedReplies> batch, int length) {
        byte[] together = new byte[length];
        int position = 0;
        for (CopiedReplies segment : batch) {
            System.arraycopy(segment.bytes(), 0, together, position, segment.length());
            position += segment.length();
        }
        return together;
    }

    /** What cannot be written costs the connection, not the line: somebody may wait for that to become idle. */
    private void write(byte[] bytes, int offset, int length) {
        if (length > 0 && !closed) {
            handedBytes.setRelease(handedBytes.getPlain() + length);
            try {
                sink.write(bytes, offset, length);
            } catch (IOException | RuntimeException | Error e) {
                sink.abort(e);
            }
        }
    }

    /** The same for bytes that are charged as unsent and not used by anybody else. */
    private void writeCharged(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        if (closed) {
            memory.release(MemoryPart.UNSENT_REPLIES, bytes.length);
            return;
        }
        handedBytes.setRelease(handedBytes.getPlain() + bytes.length);
        try {
            sink.writeCharged(bytes, memory);
        } catch (IOException | RuntimeException | Error e) {
            sink.abort(e);
        }
    }
}
