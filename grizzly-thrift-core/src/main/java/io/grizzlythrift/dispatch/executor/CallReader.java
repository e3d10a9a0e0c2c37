package io.grizzlythrift.dispatch.executor;

import io.grizzlythrift.dispatch.admission.ReadBatch;
import io.grizzlythrift.dispatch.failure.CallFailures;
import io.grizzlythrift.dispatch.service.ServiceConfig;
import io.grizzlythrift.format.FormatGuess;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.header.TransformException;
import io.grizzlythrift.message.ArgumentListener;
import io.grizzlythrift.message.FormatProtocols;
import io.grizzlythrift.message.MessageProtocol;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.recorder.CallRecorder;
import io.grizzlythrift.peer.CloseNotice;
import io.grizzlythrift.peer.RejectedCall;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * Finds the call in a frame: chooses the protocol, restores a compressed payload, and decodes the header of the
 * message. If the frame does not contain a call, replies with the reason or terminates the connection. Used by one
 * thread at a time.
 */
final class CallReader {
    private final InvokedCall current;
    private final MessageTransport transport;
    private final FormatProtocols protocols;
    private final int maxFrameBytes;
    private final CallFailures failures;
    private final CallRecorder recorder;
    private MessageProtocol protocol;

    /**
     * Creates a reader of framed calls.
     *
     * @param current is set to the call that was read
     * @param transport reads frames, and writes replies to frames that do not contain a call
     * @param listener observes how arguments are read
     */
    CallReader(
            ServiceConfig service,
            InvokedCall current,
            MessageTransport transport,
            CallFailures failures,
            CallRecorder recorder,
            Optional<ArgumentListener> listener) {
        this.current = current;
        this.transport = transport;
        this.failures = failures;
        this.recorder = recorder;
        maxFrameBytes = service.maxFrameBytes();
        protocols = new FormatProtocols(service.protocol(), transport, listener);
        protocol = protocols.use(WireFormat.FRAMED);
    }

    /** Sets the format in which the next calls are read and their replies written. Called once per batch. */
    void use(WireFormat format) {
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

    /**
     * Discards the encoded bytes, and replaces the protocol: it keeps state when it stops in the middle of a message.
     */
    void abandonMessage() {
        transport.dropMessage();
        protocol = protocols.renew();
    }

    /**
     * Decodes the header of a call, up to its arguments.
     *
     * @return false if the call already has its reply, or its connection is terminated
     */
    boolean read(ReadBatch batch, int call) {
        return batch.frames().hasHeaders() ? readPayload(batch, call) : readMessage(batch, call);
    }

    /**
     * Decodes the header. If the frame is not a message of this protocol, replies in the protocol of the frame or
     * terminates the connection, and returns false.
     */
    private boolean readMessage(ReadBatch batch, int call) {
        FrameBatch frames = batch.frames();
        transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
        try {
            TMessage header = protocol.readHeader();
            begin(batch, call, header);
            return true;
        } catch (Throwable t) {
            abandonMessage();
            Optional<FormatGuess> guess =
                    FormatGuess.ofFrame(frames.array(call), frames.offset(call), frames.length(call));
            if (guess.isEmpty() || !replyInItsProtocol(batch, call, guess.get())) {
                failures.terminate(batch.origin(), notAMessage(guess), t);
            }
            return false;
        }
    }

    /**
     * Restores the payload of a frame with a header, and decodes the header of its message. If the message cannot be
     * read, encodes an exception reply with the sequence id of the frame, and returns false.
     */
    private boolean readPayload(ReadBatch batch, int call) {
        HeaderCall headerCall = expect(batch, call);
        if (!headerCall.isProtocolKnown()) {
            String protocolId = Integer.toUnsignedString(headerCall.header().protocolId());
            refuse(
                    batch,
                    headerCall,
                    TApplicationException.INVALID_PROTOCOL,
                    "protocol " + protocolId + " is not known");
            return false;
        }
        try {
            headerCall.restore(maxFrameBytes, batch.memory());
        } catch (TransformException e) {
            if (headerCall.isMemoryShort()) {
                failures.countRejected();
                replyUnread(batch, headerCall, new RejectedCall(RejectedCall.Reason.OVERLOADED, e.getMessage()));
            } else {
                refuse(batch, headerCall, TApplicationException.INVALID_TRANSFORM, e.getMessage());
            }
            return false;
        }
        try {
            readHeader(batch, call, headerCall);
            return true;
        } catch (TException | RuntimeException e) {
            refuse(batch, headerCall, TApplicationException.INVALID_PROTOCOL, notAMessage(headerCall.guess()));
            return false;
        }
    }

    /**
     * Decodes the header of a call that will be rejected, without restoring more than the beginning of its payload.
     *
     * @return false if the call already has its reply, or its connection is terminated
     */
    boolean readRejected(ReadBatch batch, int call, RejectedCall rejection) {
        if (!batch.frames().hasHeaders()) {
            return readMessage(batch, call);
        }
        HeaderCall headerCall = expect(batch, call);
        try {
            headerCall.restoreBeginning();
            readHeader(batch, call, headerCall);
            return true;
        } catch (TException | TransformException | RuntimeException e) { // it is unknown whether the call is oneway
            replyUnread(batch, headerCall, rejection);
            return false;
        }
    }

    private HeaderCall expect(ReadBatch batch, int call) {
        HeaderCall headerCall = new HeaderCall(batch, call);
        current.expect(headerCall);
        protocol = protocols.use(headerCall.replyFormat());
        return headerCall;
    }

    private void readHeader(ReadBatch batch, int call, HeaderCall headerCall) throws TException {
        headerCall.read(transport);
        begin(batch, call, protocol.readHeader());
        if (current.isOneway()) {
            headerCall.endReply();
        }
    }

    /** Replies to a call whose message cannot be read, and counts and logs it. */
    private void refuse(ReadBatch batch, HeaderCall call, int type, String reason) {
        replyUnread(batch, call, new TApplicationException(type, reason));
        failures.notReadable(batch.origin(), reason);
    }

    /** Replies to a call whose message was not read. Its connection stays open: the frame boundaries are intact. */
    private void replyUnread(ReadBatch batch, HeaderCall call, TApplicationException failure) {
        abandonMessage();
        writeException(batch, new TMessage("", TMessageType.CALL, call.header().sequenceId()), failure);
        recorder.leave();
    }

    /** Encodes the exception reply to a call. Returns its length; if it cannot be encoded, terminates the origin. */
    int writeException(ReadBatch batch, TMessage header, TApplicationException failure) {
        try {
            CallFailures.write(header, failure, protocol.protocol());
            return transport.endMessage();
        } catch (TException | RuntimeException e) {
            abandonMessage();
            failures.terminate(batch.origin(), "an exception could not be encoded", e);
            return 0;
        }
    }

    private void begin(ReadBatch batch, int call, TMessage header) {
        current.begin(batch, call, header);
        if (header.seqid == CloseNotice.CLIENT_ID) {
            batch.origin().expectCloseNotice(protocols.format());
            current.acceptCancelNotices();
        }
        current.offerCancelNotices();
    }

    private String notAMessage(Optional<FormatGuess> guess) {
        return "a frame is not a message of this server's protocol, " + MessageProtocol.nameOf(protocols.factory())
                + guess.map(seen -> "; it looks like " + seen.words()).orElse("");
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
    private boolean replyInItsProtocol(ReadBatch batch, int call, FormatGuess guess) {
        Optional<ThriftProtocol> spoken = protocolOf(guess);
        if (spoken.isEmpty() || !(protocols.factory() instanceof ThriftProtocol own) || own == spoken.get()) {
            return false;
        }
        FrameBatch frames = batch.frames();
        try {
            transport.readFrame(frames.array(call), frames.offset(call), frames.length(call));
            MessageProtocol other = MessageProtocol.create(spoken.get(), transport);
            TMessage header = other.readHeader();
            if (header.type != TMessageType.CALL) {
                transport.dropMessage();
                return false;
            }
            String reason = "this server speaks " + own + ", the call is " + guess.words();
            TApplicationException failure = new TApplicationException(TApplicationException.INVALID_PROTOCOL, reason);
            CallFailures.write(header, failure, other.protocol());
            transport.endMessage();
        } catch (TException | RuntimeException e) {
            transport.dropMessage();
            return false;
        }
        failures.notReadable(batch.origin(), notAMessage(Optional.of(guess)));
        recorder.leave();
        return true;
    }
}
