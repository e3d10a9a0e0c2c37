package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.LiveCounters;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.call.ReplyReader;
import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.TransformException;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;

/** Matches the replies of one connection to its calls. Used by the thread that reads from the connection. */
final class ReplyDispatcher {
    /** The maximum number of calls that are prefetched at a time: they fit into the first-level cache. */
    private static final int PREFETCHED_CALLS = 64;

    /**
     * How many more replies that belong to no call may arrive than calls were made. Each call may account for one: it may be
     * oneway, or get two replies.
     */
    static final int MAX_UNKNOWN_REPLIES = 1_000;

    private final ClientContext context;
    private final PooledConnection connection;
    private final ConnectionCalls calls;
    private final InFlightTable table;
    private final HeadOfLineDetector headOfLine;
    private final ConnectedEndpoint endpoint;
    private final EndpointHealth health;
    private final ReplyReader reader;
    private volatile boolean proven;

    // The good replies of this read: their number, the sum of the start times of their calls, and the latest of these.
    private int good;
    private long begunInAll;
    private long newestBegun;

    @SuppressWarnings("UnusedVariable") // a write that keeps the reads before it from being optimized away
    private int prefetched;

    /** Whether the caller of the last call that ended may read its own reply. */
    private boolean readsOwnReply;

    /** How many more replies that belong to no call may arrive, if no further calls are made. */
    private long unknownRepliesLeft = MAX_UNKNOWN_REPLIES;

    /** The {@link InFlightTable#lastId} when the last such reply arrived. */
    private int lastId;

    /** Whether the reply to the first call is still outstanding; it always is if that call was oneway. */
    private boolean offerAwaited = true;

    ReplyDispatcher(
            PooledConnection connection,
            ClientContext context,
            ConnectionCalls calls,
            ConnectedEndpoint endpoint,
            ReplyReader reader) {
        this.connection = connection;
        this.context = context;
        this.calls = calls;
        this.endpoint = endpoint;
        this.reader = reader;
        health = endpoint.health();
        table = calls.table();
        headOfLine = calls.headOfLine();
    }

    /** {@return whether a reply ever arrived} */
    boolean isProven() {
        return proven;
    }

    /** Delivers the replies of one read. */
    void dispatch(FrameBatch batch) {
        boolean alone = calls.writeQueue().countReplies(deliverAll(batch));
        if (alone) {
            endpoint.pipelining().singleReplied();
        }
        reader.replied(alone && readsOwnReply);
    }

    /** Returns the number of replies to calls, including abandoned ones. */
    private int deliverAll(FrameBatch batch) {
        CallCodec codec = context.codecs().take();
        int replies = 0;
        boolean complete = false;
        long now = context.now(); // callbacks take time
        good = 0;
        begunInAll = 0;
        codec.takeInputRetained();
        try {
            for (int i = 0; i < batch.size() && !connection.isClosed(); i++) {
                replies += dispatch(codec, batch, i) ? 1 : 0;
            }
            complete = true;
        } finally {
            if (good > 0) {
                // The sum of many times may overflow, but the difference of two such sums does not.
                health.succeeded(good, (good * now - begunInAll) / good, newestBegun, now);
            }
            if (complete) {
                releaseIfUnused(batch, codec);
                context.codecs().giveBack(codec);
            } else { // the codec may be in the middle of a message
                codec.close();
            }
        }
        return replies;
    }

    /**
     * Releases the array of the read for reuse if nothing refers to it any more: all replies were decoded here, and there
     * were no frame headers, whose values are decoded on demand.
     */
    private static void releaseIfUnused(FrameBatch batch, CallCodec codec) {
        if (!codec.takeInputRetained() && !batch.hasHeaders()) {
            batch.release();
        }
    }

    /** Returns whether the frame was the reply to a call, including an abandoned one. */
    private boolean dispatch(CallCodec codec, FrameBatch batch, int frame) {
        FrameHeader frameHeader = batch.hasHeaders() ? batch.header(frame) : null;
        if (frameHeader != null && frameHeader.asksToDrain()) { // before a callback can make the next call
            connection.ending().drainRequested();
        }
        TMessage header;
        try {
            header = read(codec, batch, frame, frameHeader);
        } catch (TransformException e) {
            return cannotRestore(frameHeader, e);
        } catch (TException | RuntimeException e) {
            return cannotRead(codec, batch, frame, e);
        }
        if (frame % PREFETCHED_CALLS == 0) { // replies usually come in order
            prefetched = table.prefetch(header.seqid + 1, Math.min(batch.size() - frame, PREFETCHED_CALLS) - 1);
        }
        PendingCall call = table.find(header.seqid);
        if (offerAwaited && frameHeader != null) {
            lookForOffer(header, frameHeader);
        }
        if (call == null && CloseNotice.is(header)) {
            connection.ending().closeRequested();
            limitUnknown();
            return false;
        }
        if (call == null && isUnassignedError(header)) {
            call = findByHeader(frameHeader, codec);
        }
        ReplyTo repliedTo = repliedTo(call);
        if (repliedTo == ReplyTo.CALL) {
            deliver(call, codec, frameHeader, batch.oversizedBytes(frame));
        } else if (repliedTo == ReplyTo.ABANDONED_CALL) {
            boolean isGood = AttemptOutcome.ofReply(header.type) == AttemptOutcome.GOOD;
            health.repliedLate(call.begun(), isGood, context.now());
        }
        return repliedTo != ReplyTo.UNKNOWN;
    }

    /** Ends the connection, because the beginning of a message cannot be read. Returns false. */
    private boolean cannotRead(CallCodec codec, FrameBatch batch, int frame, Exception thrown) {
        codec.renew();
        int oversizedBytes = batch.oversizedBytes(frame);
        connection
                .ending()
                .unreadable(
                        oversizedBytes > 0 ? new TException(tooLarge(oversizedBytes) + ": " + thrown, thrown) : thrown,
                        FormatGuess.ofFrame(batch.array(frame), batch.offset(frame), batch.length(frame)));
        return false;
    }

    /**
     * Returns the call that an {@linkplain #isUnassignedError unassigned error} is about. If there is none, it is about the
     * connection, and the result is null.
     */
    private PendingCall findByHeader(FrameHeader frameHeader, CallCodec codec) {
        PendingCall call = frameHeader == null ? null : table.find(frameHeader.sequenceId());
        if (call == null) {
            codec.readException().ifPresent(error -> connection.ending().unassignedError(error.getMessage()));
        }
        return call;
    }

    private String tooLarge(int bytes) {
        return "the reply has " + bytes + " bytes, maxFrameBytes is "
                + context.config().maxFrameBytes();
    }

    /** What a reply belongs to. */
    private enum ReplyTo {
        /** A call, which the reply has ended. */
        CALL,

        /** A call that ended before. */
        ABANDONED_CALL,

        /** No call, a oneway call, or one that was never sent. */
        UNKNOWN
    }

    /**
     * Ends the call of a reply, and frees its slot. If this does not end the call, another thread has ended it before.
     *
     * @param call null for none
     */
    private ReplyTo repliedTo(PendingCall call) {
        boolean known = call != null && !call.isOneway();
        boolean ended = known && call.end();
        if (!ended && !(known && call.state() == PendingCall.ABANDONED)) {
            context.completion().counters().count(LiveCounters.Event.UNKNOWN_REPLY);
            limitUnknown();
            return ReplyTo.UNKNOWN;
        }
        headOfLine.replied(call);
        table.removeReplied(call);
        prove();
        if (ended) {
            readsOwnReply = call.readsOwnReply();
            return ReplyTo.CALL;
        }
        calls.repliedLate();
        context.completion().counters().count(LiveCounters.Event.LATE_REPLY);
        return ReplyTo.ABANDONED_CALL;
    }

    /** Ends the connection if messages that belong to no call never end: handling them takes time. */
    private void limitUnknown() {
        int id = table.lastId();
        unknownRepliesLeft += (id < lastId ? id : id - lastId) - 1; // ids may have begun again
        lastId = id;
        if (unknownRepliesLeft < 0) {
            connection.end(new EndReason(
                    FailureCause.PROTOCOL_ERROR,
                    "the server has sent " + MAX_UNKNOWN_REPLIES + " more replies without a call than it got calls"));
        }
    }

    /** Records a reply that counts against the server, unless the call records its own, as a ping does. */
    private void recordFailure(PendingCall call) {
        if (!call.isOutcomeRecorded()) {
            call.markOutcomeRecorded();
            health.repliedBadly(call.begun(), context.now());
        }
    }

    /** Records a good reply, with the others of the read once all are delivered. */
    private void recordGood(PendingCall call) {
        long begun = call.begun();
        newestBegun = good == 0 ? begun : Math.max(newestBegun, begun);
        begunInAll += begun;
        good++;
    }

    /** Looks for the offer to accept cancel notices, in each reply until it is found or the first call has its reply. */
    private void lookForOffer(TMessage header, FrameHeader frameHeader) {
        boolean offered = frameHeader.has(CancelNotice.ACCEPTED);
        if (offered) {
            calls.failed().acceptsCancelNotices();
        }
        offerAwaited = !offered && header.seqid != CloseNotice.CLIENT_ID;
    }

    /**
     * Returns whether the server could not even read the sequence id of a call. The server of the C++ library replies so if
     * it does not know the protocol or the transform. The header of the frame may still carry the id.
     */
    private static boolean isUnassignedError(TMessage header) {
        return header.seqid == 0 && header.type == TMessageType.EXCEPTION;
    }

    private TMessage read(CallCodec codec, FrameBatch batch, int frame, FrameHeader header)
            throws TException, TransformException {
        if (header != null) {
            return codec.read(header, batch.array(frame), batch.offset(frame), batch.length(frame));
        }
        return codec.read(batch.array(frame), batch.offset(frame), batch.length(frame));
    }

    /**
     * Ends the call whose reply cannot be restored. The message is unreadable, so only the header of the frame identifies
     * the call. Returns whether the frame was the reply to a call, including an abandoned one.
     */
    private boolean cannotRestore(FrameHeader header, TransformException cause) {
        PendingCall call = table.find(header.sequenceId());
        ReplyTo repliedTo = repliedTo(call);
        if (repliedTo != ReplyTo.CALL) {
            return repliedTo == ReplyTo.ABANDONED_CALL;
        }
        call.headers().received(header);
        recordFailure(call);
        String reason = "the reply cannot be restored: " + cause.getMessage();
        fail(call, new EndReason(FailureCause.UNREADABLE_REPLY, reason, cause), true);
        return true;
    }

    /**
     * Ends a call that the server rejected without running it. Returns false if the exception is not a rejection. If a
     * draining server rejected the call, the connection takes no further calls, unless it was opened for this reason.
     */
    private boolean isRejected(PendingCall call, CallCodec codec) {
        Optional<RejectedCall> rejection = codec.readRejection();
        if (rejection.isEmpty()) {
            return false;
        }
        FailureCause cause = switch (rejection.get().reason()) {
            case OVERLOADED -> FailureCause.SERVER_OVERLOADED;
            case DRAINING -> FailureCause.SERVER_DRAINING;
            case QUEUE_TIMEOUT, DEADLINE_EXCEEDED -> FailureCause.SERVER_QUEUE_TIMEOUT;
            case CANCELLED -> FailureCause.CANCELLED;
            case PERMISSION_DENIED -> FailureCause.PERMISSION_DENIED;
            case UNAUTHENTICATED -> FailureCause.UNAUTHENTICATED;
        };
        if (cause == FailureCause.SERVER_DRAINING) {
            connection.ending().drainRequested();
        }
        if (cause == FailureCause.CANCELLED // this call was not cancelled: such a reply would be late
                || AttemptOutcome.of(cause, true) == AttemptOutcome.FAILED) {
            recordFailure(call);
        }
        fail(call, new EndReason(cause, rejection.get().getMessage()), false);
        return true;
    }

    private void fail(PendingCall call, EndReason why, boolean mayHaveRun) {
        context.completion().failed(call, why.failure(call, call.connection().endpoint(), mayHaveRun));
    }

    /**
     * Delivers a reply. A failure is recorded before, because the caller's next call must find it, and a good reply
     * afterwards, because the call may find that it cannot be read. An exception that the call does not handle itself ends
     * the call, and then the connection.
     *
     * @param frameHeader null for none
     * @param oversizedBytes the size of a reply that is too large; otherwise 0
     */
    private void deliver(PendingCall call, CallCodec codec, FrameHeader frameHeader, int oversizedBytes) {
        if (oversizedBytes > 0) {
            recordFailure(call);
            fail(call, new EndReason(FailureCause.REPLY_TOO_LARGE, tooLarge(oversizedBytes)), true);
            return;
        }
        if (frameHeader != null) {
            call.headers().received(frameHeader);
        }
        try {
            byte type = codec.header().type;
            if (type != TMessageType.EXCEPTION || !isRejected(call, codec)) {
                if (AttemptOutcome.ofReply(type) == AttemptOutcome.FAILED) {
                    recordFailure(call);
                }
                call.replied(codec);
                if (!call.isOutcomeRecorded()) {
                    recordGood(call);
                }
            }
        } catch (Throwable t) {
            context.completion().broken(call, true, t);
            throw t;
        }
    }

    private void prove() {
        if (!proven) { // a volatile read is cheaper than a volatile write per reply
            proven = true;
        }
    }
}
