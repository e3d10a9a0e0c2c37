package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.call.RejectionEncoder;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.internal.message.ArgumentListener;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.PlainJsonHeader;
import io.grizzlythrift.internal.metrics.CallRecorder;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Finds the call in a frame: chooses the protocol, restores a compressed payload, and decodes the header of the
 * message. If the frame does not contain a call, replies with the reason or terminates the connection. Used by one
 * thread at a time.
 */
final class CallReader {
    /** What became of a call that was read. */
    enum Result {
        /** Its header is decoded, and the thread can run it. */
        READ,

        /** It has its reply, or its connection is terminated. */
        ENDED,

        /** It was moved to the threads of its method. */
        MOVED
    }

    private final MessageTransport transport;
    private final Optional<TProtocolFactory> framed;
    private final FormatProtocols protocols;
    private final int maxFrameBytes;
    private final CallFailures failures;
    private final CallRecorder recorder;
    private final RejectionEncoder rejections = new RejectionEncoder();
    private MessageProtocol protocol;

    /**
     * Creates a reader of framed calls.
     *
     * @param transport reads frames, and writes replies to frames that do not contain a call
     * @param listener observes how arguments are read
     */
    CallReader(
            ServiceConfig service,
            MessageTransport transport,
            CallFailures failures,
            CallRecorder recorder,
            Optional<ArgumentListener> listener) {
        this.transport = transport;
        this.failures = failures;
        this.recorder = recorder;
        maxFrameBytes = service.limits().maxFrameBytes();
        framed = service.protocol();
        protocols = new FormatProtocols(framed, transport, listener);
        protocol = protocols.use(WireFormat.FRAMED);
    }

    /** Sets the format in which the next call is read and its reply written. */
    private void use(WireFormat format) {
        if (protocols.format() != format) {
            protocol = protocols.use(format);
        }
    }

    /** {@return the protocol of the call, for reading its arguments and writing its reply} */
    MessageProtocol protocol() {
        return protocol;
    }

    /** {@return the factory of that protocol} */
    TProtocolFactory factory() {
        return protocols.factory();
    }

    /** Prepares to reply to a call of which only the header was read: nothing was encoded. */
    void discardMessage() {
        protocol.reset();
    }

    /**
     * Discards the encoded bytes, and replaces the protocol: it keeps state when it stops in the middle of a message.
     */
    void abandonMessage() {
        transport.dropMessage();
        protocol = protocols.renew();
    }

    /** Decodes the header of a call that is about to run, up to its arguments. */
    Result read(ServerCall call) {
        return call.hasFrameHeader() ? readPayload(call) : readMessage(call, true);
    }

    /**
     * Decodes the header. If the frame is not a message of this protocol, replies in the protocol of the frame or
     * terminates the connection.
     */
    private Result readMessage(ServerCall call, boolean runs) {
        FrameBatch frames = call.read().frames();
        int frame = call.index();
        if (call.isTranscoded()) {
            protocol = protocols.use(call.replyFormat());
        } else {
            use(frames.format(frame));
        }
        transport.readFrame(frames.array(frame), frames.offset(frame), frames.length(frame));
        try {
            TMessage header = runs ? protocol.readHeader() : readRejectedHeader(frames, frame);
            if (runs && call.read().lateRouting() != null && isMoved(call, header, () -> copyOf(frames, frame))) {
                return Result.MOVED;
            }
            begin(call, header);
            return Result.READ;
        } catch (Throwable t) {
            abandonMessage();
            if (t instanceof Error) {
                failures.terminate(call.origin(), "a message could not be read", t);
                return Result.ENDED;
            }
            Optional<FormatGuess> guess =
                    FormatGuess.ofFrame(frames.array(frame), frames.offset(frame), frames.length(frame));
            if (guess.isEmpty() || !replyInItsProtocol(call, guess.get())) {
                failures.terminate(call.origin(), notAMessage(guess), t);
            }
            return Result.ENDED;
        }
    }

    /**
     * Converts the arguments of a transcoded call whose header is decoded, and prepares to read them.
     *
     * @throws TApplicationException the reply, if they cannot be converted
     */
    void convert(ServerCall call) throws TException {
        call.convert();
        call.readMessage(transport);
        protocol.readHeader();
    }

    private TMessage readRejectedHeader(FrameBatch frames, int frame) throws TException {
        if (protocols.factory() == ThriftProtocol.JSON) {
            Optional<TMessage> header =
                    PlainJsonHeader.read(frames.array(frame), frames.offset(frame), frames.length(frame));
            if (header.isPresent()) {
                return header.get();
            }
        }
        return protocol.readHeader();
    }

    private static FrameBatch copyOf(FrameBatch frames, int frame) {
        int offset = frames.offset(frame);
        byte[] message = Arrays.copyOfRange(frames.array(frame), offset, offset + frames.length(frame));
        return FrameBatch.ofMessage(message, frames.format(frame), Optional.empty());
    }

    /** Returns whether a decoded call was moved to the threads of its method, with its message. */
    private boolean isMoved(ServerCall call, TMessage header, Supplier<FrameBatch> message) {
        boolean moved = call.read().lateRouting().move(call, header.name, message);
        if (moved) {
            recorder.leave();
        }
        return moved;
    }

    /**
     * Restores the payload of a frame with a header, and decodes the header of its message. If the message cannot be
     * read, encodes an exception reply with the sequence id of the frame.
     */
    private Result readPayload(ServerCall call) {
        HeaderCall headerCall = useHeader(call);
        if (!headerCall.isProtocolKnown()) {
            String protocolId = Integer.toUnsignedString(headerCall.header().protocolId());
            refuse(call, TApplicationException.INVALID_PROTOCOL, "protocol " + protocolId + " is not known");
            return Result.ENDED;
        }
        try {
            headerCall.restore(maxFrameBytes, call.read().memory());
        } catch (TransformException e) {
            if (headerCall.isMemoryShort()) {
                failures.countRejected();
                rejectUnread(call, new RejectedCall(RejectedCall.Reason.OVERLOADED, e.getMessage()));
            } else {
                refuse(call, TApplicationException.INVALID_TRANSFORM, e.getMessage());
            }
            return Result.ENDED;
        }
        try {
            TMessage header = readHeader(headerCall);
            if (call.read().lateRouting() != null
                    && isMoved(
                            call,
                            header,
                            () -> headerCall.takeMessage(call.read().memory()))) {
                return Result.MOVED;
            }
            begin(call, headerCall, header);
            return Result.READ;
        } catch (TException | RuntimeException e) {
            refuse(call, TApplicationException.INVALID_PROTOCOL, notAMessage(headerCall.guess()));
            return Result.ENDED;
        } catch (Error e) {
            replyUnread(call, failures.unreadable(e));
            return Result.ENDED;
        }
    }

    /**
     * Decodes the header of a call that will be rejected. Never decompresses: rejecting must be cheap, and may happen on
     * a thread that serves all connections.
     *
     * @return false if the call already has its reply, or its connection is terminated
     */
    boolean readRejected(ServerCall call, RejectedCall rejection) {
        boolean read =
                call.hasFrameHeader() ? readRejectedPayload(call, rejection) : readMessage(call, false) == Result.READ;
        if (read) {
            discardMessage();
        }
        return read;
    }

    private boolean readRejectedPayload(ServerCall call, RejectedCall rejection) {
        HeaderCall headerCall = useHeader(call);
        if (headerCall.header().isTransformed()) {
            rejectUnread(call, rejection);
            return false;
        }
        try {
            begin(call, headerCall, readHeader(headerCall));
            return true;
        } catch (TException | RuntimeException e) {
            abandonMessage();
            rejectUnread(call, rejection);
            return false;
        }
    }

    /**
     * Rejects a call whose message was not read. The header of its frame tells the sequence id, but not the method. A
     * oneway call has no reply.
     */
    private void rejectUnread(ServerCall call, RejectedCall rejection) {
        call.begin(unread(call));
        greet(call);
        call.offerCancelNotices();
        int replyBytes = call.isOneway() ? 0 : writeException(call, rejection);
        recorder.end(
                call.services(),
                call.header().name,
                CallFailures.kindOf(rejection),
                call.messageBytes(),
                replyBytes,
                0);
    }

    /** Returns what stands for the header of a message that was not read: usually, its method is not known. */
    private static TMessage unread(ServerCall call) {
        HeaderCall frame = call.frameHeader();
        String name = frame.peekedName() == null ? "" : frame.peekedName();
        return new TMessage(name, frame.isOneway() ? TMessageType.ONEWAY : TMessageType.CALL, frame.sequenceId());
    }

    private HeaderCall useHeader(ServerCall call) {
        HeaderCall headerCall = call.frameHeader();
        protocol = protocols.use(headerCall.replyFormat());
        return headerCall;
    }

    private TMessage readHeader(HeaderCall call) throws TException {
        call.read(transport);
        return protocol.readHeader();
    }

    private void begin(ServerCall call, HeaderCall headerCall, TMessage header) {
        begin(call, header);
        if (call.isOneway()) {
            headerCall.endReply();
        }
    }

    /** Replies to a call whose message cannot be read, and counts and logs it. */
    private void refuse(ServerCall call, int type, String reason) {
        replyUnread(call, new ErrorReply(type, reason));
        failures.notReadable(call.origin(), reason);
    }

    /**
     * Replies to a call whose message was not read, unless it is oneway. Its connection stays open: the frame
     * boundaries are intact.
     */
    private void replyUnread(ServerCall call, TApplicationException failure) {
        abandonMessage();
        call.begin(unread(call));
        if (!call.isOneway()) {
            writeException(call, failure);
        }
        recorder.leave();
    }

    /** Encodes the exception reply to a call. Returns its length; if it cannot be encoded, terminates the origin. */
    int writeException(ServerCall call, TApplicationException failure) {
        try {
            transport.writeAnySize();
            TProtocol out = protocol.protocol();
            if (failure instanceof RejectedCall rejection) {
                rejections.write(call.header(), rejection, protocols.factory(), out, transport);
            } else {
                CallFailures.write(call.header(), failure, out);
            }
            return transport.endMessage();
        } catch (TException | RuntimeException e) {
            abandonMessage();
            failures.terminate(call.origin(), "an exception could not be encoded", e);
            return 0;
        }
    }

    private void begin(ServerCall call, TMessage header) {
        call.begin(header);
        greet(call);
        call.offerCancelNotices();
    }

    /** If this is the first call of a client of this library, expects the notices that it understands. */
    private void greet(ServerCall call) {
        if (call.header().seqid == CloseNotice.CLIENT_ID) {
            call.origin().expectCloseNotice(protocols.format());
            call.acceptCancelNotices();
        }
    }

    private String notAMessage(Optional<FormatGuess> guess) {
        return "a frame is not a message of this server's protocol, " + protocolName()
                + guess.map(seen -> "; it looks like " + seen.words()).orElse("");
    }

    private String protocolName() {
        return protocols.format().dialect() == Dialect.FRAMED
                ? MessageProtocol.nameOf(framed)
                : MessageProtocol.nameOf(protocols.factory());
    }

    private static Optional<ThriftProtocol> protocolOf(FormatGuess guess) {
        return switch (guess) {
            case BINARY -> Optional.of(ThriftProtocol.BINARY);
            case COMPACT -> Optional.of(ThriftProtocol.COMPACT);
            case JSON -> Optional.of(ThriftProtocol.JSON);
            default -> Optional.empty();
        };
    }

    /**
     * Replies to a call of another protocol in that protocol, so that its caller can read the reason. Returns false if
     * this is not possible: the connection must then be terminated.
     */
    private boolean replyInItsProtocol(ServerCall call, FormatGuess guess) {
        Optional<ThriftProtocol> spoken = protocolOf(guess);
        if (spoken.isEmpty() || !(protocols.factory() instanceof ThriftProtocol own) || own == spoken.get()) {
            return false;
        }
        try {
            call.readMessage(transport);
            MessageProtocol other = MessageProtocol.create(spoken.get(), transport);
            TMessage header = other.readHeader();
            if (header.type != TMessageType.CALL) {
                transport.dropMessage();
                return false;
            }
            String reason = "this server speaks " + protocolName() + ", the call is " + guess.words();
            TApplicationException failure = new ErrorReply(TApplicationException.INVALID_PROTOCOL, reason);
            transport.writeAnySize();
            CallFailures.write(header, failure, other.protocol());
            transport.endMessage();
        } catch (TException | RuntimeException e) {
            transport.dropMessage();
            return false;
        }
        failures.notReadable(call.origin(), notAMessage(Optional.of(guess)));
        recorder.leave();
        return true;
    }
}
