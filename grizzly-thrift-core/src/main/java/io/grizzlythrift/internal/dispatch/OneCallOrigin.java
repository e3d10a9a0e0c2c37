package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.internal.security.CallDenial;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.thrift.TApplicationException;

/**
 * The origin of a single call, in a request of another protocol such as HTTP. It acts like a connection whose reply queue
 * holds one call. A oneway call gets an empty response before its handler runs.
 *
 * <p>The request gets one response, from the thread that {@link #claimResponse claims} it.
 */
public abstract class OneCallOrigin implements CallOrigin, ReplyWriter, ReplyQueue.Listener {
    private static final byte[] NO_BYTES = {};

    private final ReplyQueue replyQueue;
    private final AtomicBoolean responded = new AtomicBoolean();

    /** The client's timeout; 0 until it is asked for. Always written with the same value. */
    private volatile long clientTimeoutNanos;

    /** Null if the request contains a message of Thrift. */
    private final CallTranscoder transcoder;

    /**
     * Creates an origin.
     *
     * @param memory is charged for the reply
     * @param transcoder converts the call and its reply; null if the request contains a message of Thrift
     */
    @SuppressWarnings("this-escape") // nothing is written before the call is submitted
    protected OneCallOrigin(int maxWriteBufferBytes, MemoryAccount memory, CallTranscoder transcoder) {
        this.transcoder = transcoder;
        replyQueue = new ReplyQueue(ReplyOrder.REQUEST, this, maxWriteBufferBytes, memory);
        replyQueue.setListener(this);
    }

    /** {@return whether the calling thread must send the response; true once} */
    protected final boolean claimResponse() {
        return responded.compareAndSet(false, true);
    }

    @Override
    public final CallTranscoder transcoder() {
        return transcoder;
    }

    /** {@inheritDoc} Only a call that is converted has one. */
    @Override
    public final long clientTimeoutNanos() {
        return transcoder == null || hasInvalidTimeout() ? ClientTimeout.NONE : clientTimeoutNanos;
    }

    @Override
    public final boolean hasInvalidTimeout() {
        if (transcoder != null && clientTimeoutNanos == 0) {
            clientTimeoutNanos = ClientTimeout.ofHttp(headers());
        }
        return clientTimeoutNanos == ClientTimeout.INVALID;
    }

    /** Sends the reply. Called once, unless the response was claimed. */
    protected abstract void send(ResponseHead head, byte[] array, int offset, int length);

    /** Sends the empty response of a oneway call that is about to run, or that was dropped. Called like {@link #send}. */
    protected void sendEmpty() {
        send(transcoder == null ? ResponseHead.THRIFT : transcoder.headOfOneway(), NO_BYTES, 0, 0);
    }

    /** Sends the reason why there is no reply. */
    protected abstract void refuse(String reason);

    /** Sends the reason why its caller must not make the call, which is not converted. Called like {@link #send}. */
    protected abstract void sendDenial(CallDenial denial);

    @Override
    public final void deny(CallDenial denial) {
        if (claimResponse()) {
            if (transcoder == null) {
                sendDenial(denial);
            } else {
                send(transcoder.denial(denial));
            }
        }
    }

    @Override
    public final void onewayFailed(TApplicationException failure) {
        if (transcoder != null && claimResponse()) {
            send(transcoder.failure(failure));
        }
    }

    private void send(CallTranscoder.Response response) {
        send(response.head(), response.body(), 0, response.body().length);
    }

    /** Sends the reply without the length prefix of the frame. */
    @Override
    public final void write(byte[] frame, int offset, int length) {
        if (claimResponse()) {
            int from = offset + FrameAssembler.HEADER_BYTES;
            int to = offset + length;
            if (transcoder == null) {
                send(ResponseHead.THRIFT, frame, from, to - from);
            } else {
                int status = ByteBuffer.wrap(frame).getShort(from);
                int body = from + CallTranscoder.Response.STATUS_BYTES;
                send(transcoder.headOf(status), frame, body, to - body);
            }
        }
    }

    /** Called when the reply was written, or a oneway call is about to run, or a call was dropped. */
    @Override
    public final void progressed() {
        if (claimResponse()) {
            sendEmpty();
        }
    }

    @Override
    public final void terminate(String reason) {
        if (claimResponse()) {
            refuse(reason);
        }
    }

    /** {@return 0: there is at most one reply, which waits elsewhere} */
    @Override
    public final int unsentBytes() {
        return 0;
    }

    @Override
    public final ReplyQueue replyQueue() {
        return replyQueue;
    }
}
