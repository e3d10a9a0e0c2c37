package io.grizzlythrift.client.internal.call;

import io.grizzlythrift.client.internal.io.ClientThread;
import io.grizzlythrift.client.internal.sasl.SaslFilter;
import io.grizzlythrift.client.internal.sasl.SaslLayer;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * A queue of pending calls of one connection, written by one thread at a time. Any thread adds calls. A thread that finds no
 * writer becomes the writer: it gathers the frames of all queued calls into one buffer and writes them at once.
 *
 * <p>The buffer goes straight to the socket, with TLS after it was encrypted. What the socket does not take goes through
 * Grizzly's write queue, and nothing else is written until that is done. So at most one buffer waits there, and calls that end
 * while they are queued are never sent.
 *
 * <p>No call is forgotten: a thread adds its calls and then checks for a writer; the writer resigns and then checks for calls.
 * A full fence stands between the two steps of each, so at least one of the two sees the other. One fence serves all calls that
 * a thread adds before it checks. The fields of the writer are handed from one writer to the next through {@code writing}, or
 * through {@code restOfWrite}.
 */
public final class WriteQueue implements ClientThread.PendingFlush {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Listener listener;
    private final int maxInFlight;
    private final MpscCallQueue queue = new MpscCallQueue();

    /** At most one for each call that was sent. */
    private final Queue<byte[]> notices = new ConcurrentLinkedQueue<>();

    /** Whether there may be notices. Set after one is added; reset before they are taken. */
    private volatile boolean hasNotices;

    /** Whether there is a writer. True until the connection is open. */
    private final AtomicBoolean writing = new AtomicBoolean(true);

    /** The number of calls that were sent and await a reply, including abandoned ones. */
    private final AtomicInteger awaitingReply = new AtomicInteger();

    private TCPNIOConnection connection;

    /** Makes the frames of SASL; null without SASL. */
    private SaslLayer sasl;

    private boolean direct;
    private SocketChannel channel;
    private DirectBuffers buffers;

    /**
     * Whether the last call that was sent and expects a reply was then the only one in flight. Made visible by the update of
     * {@link #awaitingReply} that follows.
     */
    private boolean alone;

    // The remaining fields are only for the writer, unless they are volatile or atomic.

    /** The call whose frame is copied in part, or null. */
    private PendingCall partial;

    private int partialOffset;

    /** With SASL, what precedes the rest of the partial call: the length of its frame, or a frame with the next part of it. */
    private ByteBuffer ahead = NOTHING;

    /** The partial call whose bytes are counted in {@link #bytesHeld}. */
    private PendingCall held;

    /**
     * The bytes of the call that is copied in parts; 0 once the writer, or {@link #close}, has released them.
     */
    private final AtomicInteger bytesHeld = new AtomicInteger();

    private volatile boolean closed;

    /** The bytes that the writer releases after this round. */
    private long released;

    /** The buffer whose last calls were copied, and how many that were; null if none are to be reported. */
    private CallBuffer copiedFrom;

    private int copies;

    /** Oneway calls whose frames end in the buffer. */
    private final List<PendingCall> oneways = new ArrayList<>();

    /** Which thread continues after a buffer was written in part. */
    private enum RestOfWrite {
        /** Grizzly has the rest; the writing thread has not left. */
        BEGUN,

        /** The writing thread has left; the completion handler of the write continues as the writer. */
        LEFT,

        /** The rest was written. */
        DONE
    }

    private final AtomicReference<RestOfWrite> restOfWrite = new AtomicReference<>(RestOfWrite.DONE);

    /** Notified of what is written. Called by the writer, unless a method says otherwise. */
    public interface Listener {
        /** A frame that carries its remaining time is about to be copied; the time may be updated now. */
        default void sending(PendingCall call) {}

        /** This many calls were taken from the queue to be written. */
        void sent(int count);

        /**
         * Frames that were counted as this many bytes were copied completely; or one was copied in part when the connection
         * ended. Called on the thread that calls {@link WriteQueue#close} in that case.
         */
        void released(long bytes);

        /** A oneway call was handed to the socket completely. */
        void onewaySent(PendingCall call);

        /** A call that had ended in the queue was skipped. */
        void skipped();

        /** Writing failed; nothing more is written. Must not throw. */
        void writeFailed(Throwable cause);

        /** Runs a write through Grizzly, here or on the selector thread of the connection. */
        default void runWrite(Runnable write) {
            write.run();
        }
    }

    public WriteQueue(int maxInFlight, Listener listener) {
        this.maxInFlight = maxInFlight;
        this.listener = listener;
    }

    /**
     * Queues a frame that is not a call but concerns a call that was sent. Written by the next {@link #flush}.
     *
     * @param frame at most {@link DirectBuffers#BYTES} long
     */
    public void addNotice(byte[] frame) {
        notices.add(frame);
        hasNotices = true;
    }

    /** Queues an encoded call. Written by the next {@link #flush}, if it may be in flight by then. */
    public void add(PendingCall call) {
        queue.add(call);
    }

    /**
     * Attaches the queue to its open connection; {@link #begin} must follow. Called once. If this throws, nothing is written.
     *
     * @param plain whether the connection is without TLS
     * @param writeBuffers where frames are gathered
     */
    public void open(TCPNIOConnection opened, boolean plain, DirectBuffers writeBuffers) {
        direct = plain;
        channel = (SocketChannel) opened.getChannel();
        buffers = writeBuffers;
        connection = opened;
        sasl = SaslFilter.layerOf(opened);
    }

    /** Starts writing, with what is queued so far. Called once. */
    public void begin() {
        write();
    }

    /**
     * Counts replies, which makes room for further calls.
     *
     * @return whether this was a single reply, to a call that was alone in flight from start to end
     */
    public boolean countReplies(int count) {
        return awaitingReply.addAndGet(-count) == 0 && count == 1 && alone;
    }

    /** {@return the number of calls that were sent and await a reply, including abandoned ones} */
    public int awaitingReply() {
        return awaitingReply.get();
    }

    /** Writes all queued calls that may be in flight, unless another thread is the writer. */
    @Override
    public void flush() {
        if (tryBecomeWriter()) {
            write();
        }
    }

    /** {@return whether a write waits until the socket takes more} */
    public boolean waitsForSocket() {
        return restOfWrite.get() == RestOfWrite.LEFT;
    }

    /** Becomes the writer if there is work and no writer. If this returns true, {@link #write} must be called. */
    public boolean tryBecomeWriter() {
        // facts.md#links-of-a-queue-must-be-volatile
        VarHandle.fullFence(); // what this thread has added is visible before it relies on the writer that it finds
        return !writing.get() && hasWork() && writing.compareAndSet(false, true);
    }

    /** Writes until nothing is left to write, then resigns. Only for the writer. */
    public void write() {
        try {
            do {
                if (!writeQueued()) {
                    return;
                }
                writing.set(false);
            } while (tryBecomeWriter());
        } catch (Throwable t) {
            listener.writeFailed(t); // the writer does not resign: nothing is written any more
        }
    }

    /** Returns false if the completion handler of a write is to continue as the writer. */
    private boolean writeQueued() throws IOException {
        do {
            notifyOneways(); // without a buffer: a listener may take long
            ByteBuffer buffer = buffers.take();
            try {
                while (oneways.isEmpty() && fill(buffer)) {
                    if (!write(buffer)) {
                        return false;
                    }
                }
            } finally {
                buffers.release(buffer);
            }
        } while (!oneways.isEmpty());
        return true;
    }

    private boolean hasWork() {
        if (hasNotices) {
            return true;
        }
        PendingCall next = queue.peek();
        return next != null && maySend(next, awaitingReply.get());
    }

    /** Returns whether a call may be taken from the queue. A call that has ended always may, since it is only skipped. */
    private boolean maySend(PendingCall call, int inFlight) {
        return inFlight < maxInFlight || call.isOneway() || call.state() >= PendingCall.SENT;
    }

    /** Gathers frames, or the next part of a large one. Returns false if there are none. */
    private boolean fill(ByteBuffer buffer) throws IOException {
        buffer.clear();
        released = 0;
        try {
            gather(buffer);
        } finally {
            reportCopies();
            if (released > 0) {
                listener.released(released);
            }
            if (partial != null) {
                hold(partial);
            }
        }
        return buffer.flip().hasRemaining();
    }

    private void gather(ByteBuffer buffer) throws IOException {
        int begun = 0;
        int expecting = 0;
        int inFlight = awaitingReply.get();
        while (buffer.hasRemaining()) {
            if (ahead.hasRemaining()) {
                copyAhead(buffer);
                continue;
            }
            if (partial == null) {
                if (hasNotices) {
                    if (sasl != null) {
                        frameNotice();
                        continue;
                    }
                    copyNotices(buffer);
                }
                PendingCall next = queue.peek();
                if (next == null || !maySend(next, inFlight + expecting)) {
                    break;
                }
                queue.take(next);
                if (!next.beginSending()) {
                    listener.skipped();
                    continue;
                }
                if (next.carriesTimeout()) {
                    listener.sending(next);
                }
                begun++;
                if (!next.isOneway()) {
                    expecting++;
                }
                partial = next;
                partialOffset = next.frameOffset();
                if (sasl != null) {
                    beginFrame();
                    continue;
                }
            }
            copyPart(buffer);
        }
        if (expecting > 0) {
            alone = expecting == 1 && inFlight == 0;
        }
        if (begun > 0) {
            awaitingReply.addAndGet(expecting);
            listener.sent(begun);
        }
    }

    /** Copies the notices that fit. Only between calls, so that each notice follows the call that it concerns. */
    private void copyNotices(ByteBuffer buffer) {
        hasNotices = false;
        for (byte[] notice = notices.peek(); notice != null; notice = notices.peek()) {
            if (notice.length > buffer.remaining()) {
                hasNotices = true;
                return;
            }
            buffer.put(notice);
            notices.poll();
        }
    }

    /** Counts a frame that was copied from a buffer; reports the copies once the next frame comes from another one. */
    private void countCopy(CallBuffer from) {
        if (from != copiedFrom) {
            reportCopies();
            copiedFrom = from;
        }
        copies++;
    }

    private void reportCopies() {
        if (copiedFrom != null) {
            copiedFrom.copied(copies);
            copiedFrom = null;
            copies = 0;
        }
    }

    private void release(PendingCall copied) {
        if (held == copied) {
            held = null;
            released += bytesHeld.getAndSet(0);
        } else {
            released += copied.frameLength();
        }
    }

    /** Lets {@link #close} release the bytes of a call that is copied in several parts. */
    private void hold(PendingCall call) {
        if (held != call) {
            held = call;
            bytesHeld.set(call.frameLength());
            if (closed) {
                close();
            }
        }
    }

    /** The connection has ended: releases the bytes of the call that is copied in part. May be called again, on any thread. */
    public void close() {
        closed = true;
        int bytes = bytesHeld.getAndSet(0);
        if (bytes > 0) {
            listener.released(bytes);
        }
    }

    // ---- SASL: each message is a frame, because some servers read one message per frame

    private void copyAhead(ByteBuffer buffer) {
        int count = Math.min(buffer.remaining(), ahead.remaining());
        buffer.put(buffer.position(), ahead, ahead.position(), count).position(buffer.position() + count);
        ahead.position(ahead.position() + count);
    }

    private void beginFrame() throws IOException {
        if (sasl.wraps()) {
            wrapNext();
        } else {
            ahead = ByteBuffer.allocate(Integer.BYTES)
                    .putInt(partial.frameLength())
                    .flip();
        }
    }

    /** Wraps the next part of the partial call: all of it, unless it is larger than the mechanism allows. */
    private void wrapNext() throws IOException {
        int left = partial.frameOffset() + partial.frameLength() - partialOffset;
        int count = Math.min(left, sasl.maxPlainBytes());
        ahead = sasl.wrap(partial.buffer().array(), partialOffset, count);
        partialOffset += count;
    }

    private void frameNotice() throws IOException {
        hasNotices = false; // first: a notice that is added now sets it again
        byte[] notice = notices.poll();
        if (notice != null) {
            hasNotices = true;
            ahead = sasl.wraps()
                    ? sasl.wrap(notice, 0, notice.length)
                    : ByteBuffer.allocate(Integer.BYTES + notice.length)
                            .putInt(notice.length)
                            .put(notice)
                            .flip();
        }
    }

    private void copyPart(ByteBuffer buffer) throws IOException {
        int end = partial.frameOffset() + partial.frameLength();
        if (sasl != null && sasl.wraps() && partialOffset < end) {
            wrapNext();
            return;
        }
        int count = Math.min(buffer.remaining(), end - partialOffset);
        buffer.put(partial.buffer().array(), partialOffset, count);
        partialOffset += count;
        if (partialOffset == end) {
            PendingCall whole = partial;
            partial = null;
            countCopy(whole.buffer());
            whole.releaseFrame();
            release(whole);
            if (whole.isOneway()) {
                oneways.add(whole);
            }
        }
    }

    /** Returns false if the completion handler of the write is to continue as the writer. */
    private boolean write(ByteBuffer buffer) throws IOException {
        if (direct) {
            channel.write(buffer);
            if (!buffer.hasRemaining()) {
                return true;
            }
        }
        restOfWrite.set(RestOfWrite.BEGUN);
        if (direct) {
            byte[] rest = new byte[buffer.remaining()];
            buffer.get(rest);
            listener.runWrite(() -> writeRest(rest));
        } else {
            TlsFilter.write(connection, buffer, new Written<>(), listener::runWrite);
        }
        return !restOfWrite.compareAndSet(RestOfWrite.BEGUN, RestOfWrite.LEFT);
    }

    private void writeRest(byte[] rest) {
        try {
            connection.write(Buffers.wrap(connection.getMemoryManager(), rest), new Written<>());
        } catch (Throwable t) {
            listener.writeFailed(t);
        }
    }

    /** Notified when a buffer was written that the socket did not take at once, or that was encrypted. */
    private final class Written<R> extends EmptyCompletionHandler<R> {
        @Override
        public void completed(R result) {
            if (restOfWrite.getAndSet(RestOfWrite.DONE) == RestOfWrite.LEFT) {
                goOn();
            }
        }

        @Override
        public void failed(Throwable cause) {
            listener.writeFailed(cause);
        }
    }

    private void goOn() {
        try {
            notifyOneways();
        } catch (Throwable t) {
            listener.writeFailed(t);
            return;
        }
        write();
    }

    private void notifyOneways() {
        if (!oneways.isEmpty()) {
            List<PendingCall> whole = List.copyOf(oneways);
            oneways.clear();
            whole.forEach(listener::onewaySent);
        }
    }
}
