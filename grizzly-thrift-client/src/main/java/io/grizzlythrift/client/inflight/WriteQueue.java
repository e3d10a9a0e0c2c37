package io.grizzlythrift.client.inflight;

import io.grizzlythrift.client.io.ClientThread;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * The way out of one connection: any thread queues calls, one thread at a time writes. Whoever finds the writer's role
 * free takes it, gathers the frames of all queued calls into one buffer, and writes that at once.
 *
 * <p>On a plain connection the buffer goes straight to the socket; on one with TLS, through the filter chain.
 *
 * <p>What the socket does not take goes through Grizzly's write queue, and the role is kept until it is written. So at
 * most one buffer is ever waiting there, and calls that end while they are queued are never sent.
 */
public final class WriteQueue implements ClientThread.PendingFlush {
    public static final int BUFFER_BYTES = 64 * 1024;

    private final Listener listener;
    private final int maxInFlight;
    private final MpscCallQueue queue = new MpscCallQueue();

    /** The writer's role. Taken until the connection is open. */
    private final AtomicBoolean writing = new AtomicBoolean(true);

    /** Calls that were sent, expect a reply, and have none yet, be they given up or not. */
    private final AtomicInteger awaitingReply = new AtomicInteger();

    private TCPNIOConnection connection;
    private boolean direct;
    private SocketChannel channel;
    private ByteBuffer buffer;

    /** Whether the call sent last was the only one without a reply then. Ordered by {@link #awaitingReply}. */
    private boolean alone;

    /** The call whose frame is only in part in the buffer, or null. Only for the writer, as the rest. */
    private PendingCall partial;

    private int partialOffset;

    /** The partial call whose bytes are in {@link #bytesHeld}. */
    private PendingCall held;

    /** Of the call that is copied in context, 0 once they are given back: by the writer, or at the end. */
    private final AtomicInteger bytesHeld = new AtomicInteger();

    private volatile boolean closed;

    /** Given back by the writer, in this turn. */
    private long released;

    /** Oneway calls whose frames end in the buffer. */
    private final List<PendingCall> oneways = new ArrayList<>();

    /** Who goes on when a buffer was not written at once. */
    private enum RestOfWrite {
        /** Grizzly has it; the writer has not left yet. */
        BEGUN,

        /** The writer has left; whoever completes the write goes on. */
        LEFT,

        /** Written. */
        DONE
    }

    private final AtomicReference<RestOfWrite> restOfWrite = new AtomicReference<>(RestOfWrite.DONE);

    /** What the writeQueue of a connection tells it. */
    public interface Listener {
        /** Calls were handed to the socket. */
        void sent(int count);

        /** Frames were copied out whole, for which so many bytes were counted. */
        void released(long bytes);

        /** A oneway call was handed to the socket whole. */
        void onewaySent(PendingCall call);

        /** A call ended while it was queued, and was passed over. */
        void skipped();

        /** The connection cannot be written to. Must not throw. */
        void writeFailed(Throwable cause);
    }

    public WriteQueue(int maxInFlight, Listener listener) {
        this.maxInFlight = maxInFlight;
        this.listener = listener;
    }

    /** Queues an encoded call. It is on its way only after {@link #flush}. */
    public void add(PendingCall call) {
        queue.add(call);
    }

    /**
     * Takes what it needs to write; {@link #begin} must follow. Called once. If this throws, nothing was begun.
     *
     * @param plain whether nothing in the filter chain has to see what is written
     * @param writeBuffer where frames are gathered
     */
    public void open(TCPNIOConnection opened, boolean plain, ByteBuffer writeBuffer) {
        direct = plain;
        channel = (SocketChannel) opened.getChannel();
        buffer = writeBuffer;
        connection = opened;
    }

    /** Begins to write, with what was queued so far. Called once. */
    public void begin() {
        write();
    }

    /**
     * Replies came to calls that were sent: so many more may be.
     *
     * @return whether that was one reply, to a call beside which none was in flight from its begin to its end
     */
    public boolean countReplies(int count) {
        return awaitingReply.addAndGet(-count) == 0 && count == 1 && alone;
    }

    /** How many calls were sent and have no reply, given up or not. */
    public int awaitingReply() {
        return awaitingReply.get();
    }

    /** Writes all that is queued and may be in flight, unless another thread is about to. */
    @Override
    public void flush() {
        if (tryBecomeWriter()) {
            write();
        }
    }

    /** Whether the socket takes nothing more at present. */
    public boolean waitsForSocket() {
        return restOfWrite.get() == RestOfWrite.LEFT;
    }

    /**
     * Takes the writer's role if there is work and nobody has it. Who gets it must see that {@link #write} is called.
     */
    public boolean tryBecomeWriter() {
        return !writing.get() && hasWork() && writing.compareAndSet(false, true);
    }

    /** Writes until there is nothing left to write, then gives the role back. Only for who has it. */
    public void write() {
        try {
            do {
                while (fill()) {
                    if (!writeBuffer()) {
                        return;
                    }
                    notifyOneways();
                }
                writing.set(false);
            } while (tryBecomeWriter());
        } catch (Throwable t) {
            listener.writeFailed(t); // the role is kept: nothing is written any more
        }
    }

    private boolean hasWork() {
        PendingCall next = queue.peek();
        return next != null && maySend(next, awaitingReply.get());
    }

    /** Also true of a call that has ended: it need not wait to be passed over. */
    private boolean maySend(PendingCall call, int inFlight) {
        return inFlight < maxInFlight || call.isOneway() || call.state() >= PendingCall.SENT;
    }

    /** Gathers frames, or the next part of a large one. Returns false if there are none. */
    private boolean fill() {
        buffer.clear();
        released = 0;
        try {
            gather();
        } finally {
            if (released > 0) {
                listener.released(released);
            }
            if (partial != null) {
                hold(partial);
            }
        }
        return buffer.flip().hasRemaining();
    }

    private void gather() {
        int begun = 0;
        int expecting = 0;
        int inFlight = awaitingReply.get();
        while (buffer.hasRemaining()) {
            if (partial == null) {
                PendingCall next = queue.peek();
                if (next == null || !maySend(next, inFlight + expecting)) {
                    break;
                }
                queue.take(next);
                if (!next.beginSending()) {
                    listener.skipped();
                    continue;
                }
                begun++;
                if (!next.isOneway()) {
                    expecting++;
                }
                partial = next;
                partialOffset = next.frameOffset();
            }
            copyPart();
        }
        if (expecting > 0) {
            alone = expecting == 1 && inFlight == 0;
        }
        if (begun > 0) {
            awaitingReply.addAndGet(expecting);
            listener.sent(begun);
        }
    }

    private void release(PendingCall copied) {
        if (held == copied) {
            held = null;
            released += bytesHeld.getAndSet(0);
        } else {
            released += copied.countedBytes();
        }
    }

    /** What is counted for a call that is copied in several context is given back at the end of the connection, too. */
    private void hold(PendingCall call) {
        if (held != call) {
            held = call;
            bytesHeld.set(call.countedBytes());
            if (closed) {
                close();
            }
        }
    }

    /** Nothing is written any more. Gives back what is counted for the call that was being written. */
    public void close() {
        closed = true;
        int bytes = bytesHeld.getAndSet(0);
        if (bytes > 0) {
            listener.released(bytes);
        }
    }

    private void copyPart() {
        int end = partial.frameOffset() + partial.frameLength();
        int count = Math.min(buffer.remaining(), end - partialOffset);
        buffer.put(partial.frame(), partialOffset, count);
        partialOffset += count;
        if (partialOffset == end) {
            PendingCall whole = partial;
            partial = null;
            whole.releaseFrame();
            release(whole);
            if (whole.isOneway()) {
                oneways.add(whole);
            }
        }
    }

    /** Returns false if the role has passed on to who completes the write. */
    private boolean writeBuffer() throws IOException {
        if (direct) {
            channel.write(buffer);
            if (!buffer.hasRemaining()) {
                return true;
            }
        }
        byte[] rest = new byte[buffer.remaining()];
        buffer.get(rest);
        restOfWrite.set(RestOfWrite.BEGUN);
        connection.write(Buffers.wrap(connection.getMemoryManager(), rest), new EmptyCompletionHandler<>() {
            @Override
            public void completed(WriteResult<Buffer, SocketAddress> result) {
                if (restOfWrite.getAndSet(RestOfWrite.DONE) == RestOfWrite.LEFT) {
                    goOn();
                }
            }

            @Override
            public void failed(Throwable cause) {
                listener.writeFailed(cause);
            }
        });
        return !restOfWrite.compareAndSet(RestOfWrite.BEGUN, RestOfWrite.LEFT);
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
