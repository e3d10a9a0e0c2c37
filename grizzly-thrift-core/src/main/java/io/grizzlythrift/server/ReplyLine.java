package io.grizzlythrift.server;

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
final class ReplyLine {
    /** What a line tells the connection that it belongs to. Called without a lock held. */
    interface Listener {
        /** Replies were handed to the sink. */
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
    private final ReplySink sink;
    private final int maxUnsentBytes;
    private final MemoryAccount memory;
    private volatile Listener listener = NOBODY;

    /** Delivered ahead of a call that is still running. */
    private final Queue<Segment> early = new PriorityQueue<>(Comparator.comparingLong(Segment::first));

    /** To be written by the current writer. */
    private final Queue<Segment> ready = new ArrayDeque<>();

    private long accepted;
    private long head;
    private long written;

    /** Calls whose replies the current writer hands to the sink now. */
    private int beingWritten;

    /** Oneway calls that run though the line has gone on past them. */
    private int running;

    private boolean writing;
    private boolean givenUp;
    private volatile boolean closed;
    private volatile CompletableFuture<Void> idle;

    /** Bytes of early and ready replies. */
    private final AtomicLong heldBytes = new AtomicLong();

    /** Bytes that were handed to the sink. Only the writer changes it. */
    private final AtomicLong handedBytes = new AtomicLong();

    /** A line whose memory is bounded by nothing else. */
    ReplyLine(ReplyOrder order, ReplySink sink, int maxUnsentBytes) {
        this(order, sink, maxUnsentBytes, new MemoryBudget(Long.MAX_VALUE).open());
    }

    /**
     * @param maxUnsentBytes how many bytes may wait, here and in the sink; one reply that waits alone may be larger
     * @param memory what the connection holds
     */
    ReplyLine(ReplyOrder order, ReplySink sink, int maxUnsentBytes, MemoryAccount memory) {
        inRequestOrder = order == ReplyOrder.REQUEST;
        this.sink = sink;
        this.maxUnsentBytes = maxUnsentBytes;
        this.memory = memory;
    }

    /** What the connection holds, replies that wait here included. */
    MemoryAccount memory() {
        return memory;
    }

    void tell(Listener connection) {
        listener = connection;
    }

    /** Takes calls into the line. Returns the number of the first of them; the others follow. */
    synchronized long accept(int calls) {
        long first = accepted;
        accepted += calls;
        return first;
    }

    /**
     * Hands on runs of {@code replies}, all of this connection. A run that is next in line is written from where it is.
     */
    void deliver(Replies replies, int from, int to) {
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
        boolean held = memory.charge(MemoryPart.HELD_REPLIES, length);
        if (!held) {
            close();
        }
        return held;
    }

    /** @param length of all, which is charged as held */
    private void enqueueAndWrite(List<Segment> segments, int length) {
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
        if (waiting > 0 && waiting + length > maxUnsentBytes && close()) {
            listener.overflowed(waiting + length);
        }
    }

    /** The same for replies that were copied already. */
    void deliver(List<Segment> segments) {
        int length = segments.stream().mapToInt(Segment::length).sum();
        checkRoomFor(length);
        boolean held = hold(length);
        enqueueAndWrite(held ? segments : withoutBytes(segments), held ? length : 0);
    }

    private static List<Segment> withoutBytes(Collection<Segment> segments) {
        return segments.stream().map(Segment::withoutBytes).toList();
    }

    /**
     * Completes once every call that was taken in is answered and handed to the socket, and every oneway call has ended;
     * at once if that is so now.
     */
    synchronized CompletableFuture<Void> whenIdle() {
        if (idle == null) {
            idle = new CompletableFuture<>();
            if (isIdle()) {
                idle.complete(null);
            }
        }
        return idle;
    }

    /** Makes the line idle for good: calls of it will never be answered. */
    void giveUp() {
        synchronized (this) {
            givenUp = true;
        }
        whenIdle().complete(null);
    }

    /** Replies are not kept any more: nobody will read them. Returns true the first time only. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        List<Segment> waiting = withoutBytes(early);
        early.clear();
        early.addAll(waiting);
        waiting = withoutBytes(ready);
        ready.clear();
        ready.addAll(waiting);
        memory.release(MemoryPart.HELD_REPLIES, heldBytes.getAndSet(0));
        return true;
    }

    /**
     * A oneway call is about to run. It has no reply, so the line does not wait for it: its place is delivered before it
     * ends. It stays in flight until {@link #endOneway}. To be called before its place is delivered, or while this was
     * called for it already.
     */
    synchronized void beginOneway() {
        running++;
    }

    /** A oneway call of {@link #beginOneway} has ended. */
    void endOneway() {
        synchronized (this) {
            running--;
        }
        reportProgress();
    }

    /** How many calls were taken in and are not answered yet, or are oneway calls that still run. */
    synchronized long inFlight() {
        return accepted - written + running;
    }

    /**
     * The same without calls whose replies are on their way to the socket: a peer may have read one, and sent its next
     * call, before the write of it has returned.
     */
    synchronized long unanswered() {
        return inFlight() - beingWritten;
    }

    /** How many calls were ever taken in. */
    synchronized long accepted() {
        return accepted;
    }

    /** How many bytes of replies wait for replies before them. */
    long heldBytes() {
        return heldBytes.get();
    }

    /** How many bytes of replies wait, for replies before them or for the socket. */
    long unsentBytes() {
        return heldBytes.get() + sink.unsentBytes();
    }

    /** How many bytes the socket has taken. Over TLS this is inexact, but grows only when the socket takes some. */
    long sentBytes() {
        return handedBytes.get() - sink.unsentBytes();
    }

    /** Whether every call that was taken in is answered and handed to the socket, and no oneway call runs. */
    synchronized boolean isIdle() {
        return givenUp || (!writing && written == accepted && running == 0);
    }

    private void enqueue(List<Segment> delivered, int length) {
        List<Segment> segments = closed ? withoutBytes(delivered) : delivered;
        if (closed) {
            memory.release(MemoryPart.HELD_REPLIES, length);
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
        for (Segment next = early.peek(); next != null && next.first() == head; next = early.peek()) {
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
        List<Segment> batch = takeReady(justWritten);
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
    private synchronized List<Segment> takeReady(int justWritten) {
        written += justWritten;
        beingWritten = 0;
        moveHeadToReady();
        if (ready.isEmpty()) {
            writing = false;
            return List.of();
        }
        List<Segment> batch = new ArrayList<>();
        int length = 0;
        while (length < TOGETHER_BYTES && !ready.isEmpty()) {
            Segment segment = ready.poll();
            batch.add(segment);
            length += segment.length();
            beingWritten += segment.calls();
        }
        heldBytes.addAndGet(-length);
        return batch;
    }

    private int writeTogether(List<Segment> batch) {
        int length = 0;
        int calls = 0;
        for (Segment segment : batch) {
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

    private static byte[] concatenated(List<Segment> batch, int length) {
        byte[] together = new byte[length];
        int position = 0;
        for (Segment segment : batch) {
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
