package io.grizzlythrift.dispatch;

import io.grizzlythrift.call.current.ThreadCall;
import io.grizzlythrift.caller.CallCancellation;
import io.grizzlythrift.caller.CancelCallbacks;
import io.grizzlythrift.caller.CancellableCall;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.message.ReplyFormat;
import io.grizzlythrift.peer.CancelNotice;
import io.grizzlythrift.peer.ClientTimeout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/**
 * The call that a {@link CallInvoker} runs: its batch, its index and its header. Reused for every call. Used by one
 * thread at a time.
 */
final class InvokedCall extends ThreadCall implements CancellableCall {
    private static final CallHeaders NO_HEADERS = CallHeaders.withoutReply(Map.of());

    private final CancelCallbacks cancelCallbacks;

    /** Kept after the call: the next one is usually of the same batch. */
    private ReadBatch batch;

    private int index;
    private TMessage header;

    /** The additional state of a call whose frame has a header, otherwise null. */
    private HeaderCall headerCall;

    /** The headers that came with the arguments; null if none did. */
    private Map<String, List<String>> argumentHeaders;

    /** Created when it is first requested; null before, and between calls. */
    private ConnectionCallContext context;

    /** Created when the thread of the call first requests it, or taken from the context if there is one; else null. */
    private CallCancellation cancellation;

    /** Whether an {@link AsyncCall} will end the cancellation. */
    private boolean handedOver;

    InvokedCall(CancelCallbacks cancelCallbacks) {
        this.cancelCallbacks = cancelCallbacks;
    }

    void begin(ReadBatch of, int call, TMessage read) {
        if (batch != of) {
            batch = of;
        }
        index = call;
        header = read;
        if (argumentHeaders != null) {
            argumentHeaders = null;
        }
        enter();
    }

    /** Adds headers that came with the arguments. */
    void addHeaders(Map<String, List<String>> more) {
        argumentHeaders = more;
        if (context != null) {
            context.addHeaders(more);
        }
    }

    /** Sets the additional state of the next call, whose frame has a header. Undone by {@link #forget}. */
    void expect(HeaderCall call) {
        headerCall = call;
    }

    /** Ends the call that was passed to {@link #expect}, and releases its memory. */
    void forget(MemoryAccount memory) {
        if (headerCall != null) { // null if there was no memory for it
            headerCall.release(memory);
            headerCall = null;
        }
    }

    /** Releases the references to the last call, unless another one runs. */
    void release() {
        if (!isActive()) {
            batch = null;
            header = null;
        }
    }

    @Override
    public ConnectionCallContext context() {
        if (context == null) {
            context = new ConnectionCallContext(
                    this,
                    headers(),
                    header.name,
                    messageBytes(),
                    batch.arrival(),
                    callTimeoutNanos(),
                    clientTimeoutNanos(),
                    cancellation);
        }
        return context;
    }

    @Override
    public CallCancellation.Caller caller() {
        return batch.origin();
    }

    @Override
    public CancelCallbacks cancelCallbacks() {
        return cancelCallbacks;
    }

    @Override
    public int sequenceId() {
        return headerCall == null ? 0 : headerCall.header().sequenceId();
    }

    private long callTimeoutNanos() {
        return batch.routeOf(index).callTimeoutNanos();
    }

    private long clientTimeoutNanos() {
        if (headerCall == null) {
            return ClientTimeout.NONE;
        }
        long timeout = ClientTimeout.of(headerCall.header());
        return timeout == ClientTimeout.INVALID ? ClientTimeout.NONE : timeout;
    }

    /** {@return the cancellation of the call, always the same object} */
    CallCancellation cancellation() {
        if (cancellation == null) {
            cancellation = context == null
                    ? new CallCancellation(batch.origin(), cancelCallbacks, sequenceId(), number(), isOneway())
                    : context.cancellation();
        }
        return cancellation;
    }

    /** Accepts each {@link CancelNotice} of the connection, if its calls have headers. */
    void acceptCancelNotices() {
        if (headerCall != null) {
            headerCall.cancelledCalls().accept();
        }
    }

    /**
     * States in the reply, once per connection, that the server accepts a {@link CancelNotice}. No effect without a
     * header.
     */
    void offerCancelNotices() {
        if (headerCall != null && !isOneway() && headerCall.cancelledCalls().takeOffer()) {
            headerCall.offerCancelNotices();
        }
    }

    /** Creates the call of an asynchronous handler. That call ends the cancellation. */
    AsyncCall toAsync(PendingAsyncCalls calls, AsyncCall.Listener listener) {
        return new AsyncCall(
                calls,
                batch.origin(),
                replyFormat(),
                number(),
                header,
                listener,
                batch.arrival(),
                batch.routeOf(index),
                clientTimeoutNanos(),
                handOver());
    }

    private CallCancellation handOver() {
        CallCancellation made = cancellation();
        handedOver = true;
        return made;
    }

    /** Leaves a call, which may not have begun. Ends its cancellation, unless the call continues as an AsyncCall. */
    void leave(ReadBatch of, int call) {
        end();
        CallCancellation left = takeCancellation();
        boolean goesOn = handedOver;
        handedOver = false;
        if (left != CallCancellation.ENDED) {
            if (!goesOn) {
                left.end();
            }
        } else if (headerCall != null
                && of.origin().cancelledCalls().take(headerCall.header().sequenceId(), of.numberOf(call))) {
            cancelCallbacks.count();
        }
    }

    /** Returns the cancellation of the ending call; {@link CallCancellation#ENDED} if it was never requested. */
    private CallCancellation takeCancellation() {
        CallCancellation taken = cancellation;
        if (context != null) {
            taken = context.endCancellation();
            context = null;
        }
        if (cancellation != null) {
            cancellation = null;
        }
        return taken == null ? CallCancellation.ENDED : taken;
    }

    /**
     * Prepares for a call that outlives its batch.
     *
     * @return the heap bytes that its headers take from now on
     */
    int detachHeaders() {
        return headerCall != null ? headerCall.detachHeaders() : batch.origin().headerBytes();
    }

    /** {@return whether the frame or HTTP request of the call has headers; ignores headers among its arguments} */
    boolean hasHeaders() {
        return headerCall != null || !batch.origin().headers().isEmpty();
    }

    private CallHeaders headers() {
        return argumentHeaders == null ? ownHeaders() : ownHeaders().with(argumentHeaders);
    }

    private CallHeaders ownHeaders() {
        if (headerCall != null) {
            return headerCall.headers();
        }
        Map<String, List<String>> received = batch.origin().headers();
        return received.isEmpty() ? NO_HEADERS : CallHeaders.withoutReply(received);
    }

    ReadBatch batch() {
        return batch;
    }

    @Override
    public long number() {
        return batch.numberOf(index);
    }

    TMessage header() {
        return header;
    }

    /** {@return the format of the reply} */
    ReplyFormat replyFormat() {
        if (headerCall != null) {
            return headerCall.replyFormat();
        }
        WireFormat format = batch.frames().format(index);
        return format == WireFormat.FRAMED ? ReplyFormat.FRAMED : new ReplyFormat(format, Optional.empty());
    }

    /** {@return the length of the message, without the 4 bytes of the frame length} */
    int messageBytes() {
        return headerCall != null ? headerCall.messageBytes() : batch.frames().length(index);
    }

    /** Sets the message, from its beginning, as the input of a transport. */
    void read(MessageTransport transport) {
        if (headerCall != null) {
            headerCall.read(transport);
        } else {
            FrameBatch frames = batch.frames();
            transport.readFrame(frames.array(index), frames.offset(index), frames.length(index));
        }
    }

    @Override
    public boolean isOneway() {
        return header.type == TMessageType.ONEWAY;
    }

    ProcessorTable services() {
        return batch.origin().services();
    }
}
