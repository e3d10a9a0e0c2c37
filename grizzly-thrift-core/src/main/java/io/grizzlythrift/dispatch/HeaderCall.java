package io.grizzlythrift.dispatch;

import io.grizzlythrift.caller.CancelledCalls;
import io.grizzlythrift.format.FormatGuess;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.WireFormat;
import io.grizzlythrift.header.FrameHeader;
import io.grizzlythrift.header.ReplyHeader;
import io.grizzlythrift.header.TransformException;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.message.MessageTransport;
import io.grizzlythrift.message.OnewayDetector;
import io.grizzlythrift.message.ReplyFormat;
import io.grizzlythrift.peer.CancelNotice;
import java.util.Arrays;
import java.util.Optional;

/**
 * The additional state of a call whose frame has a header: that header, the restored payload, and the header of the
 * reply. Used by one thread at a time.
 */
final class HeaderCall {
    private final FrameHeader header;
    private final Optional<WireFormat> known;
    private final ReplyFormat replyFormat;
    private final ReplyHeader replyHeader;
    private final CancelledCalls cancelledCalls;

    /** Null until the context of the call is requested. */
    private FrameCallHeaders headers;

    /** The payload of the frame, or the restored payload. */
    private byte[] array;

    private int offset;
    private int length;
    private int messageBytes;

    /** The bytes charged to the connection for the restored payload. */
    private int restoredBytes;

    private boolean memoryIsShort;

    /** Whether the payload must be restored. */
    private boolean transformed;

    /** Creates the state of the call in a frame of a batch. */
    HeaderCall(ReadBatch batch, int frame) {
        FrameBatch frames = batch.frames();
        header = frames.header(frame);
        array = frames.array(frame);
        offset = frames.offset(frame);
        length = frames.length(frame);
        messageBytes = length;
        transformed = header.isTransformed();
        cancelledCalls = batch.origin().cancelledCalls();
        known = WireFormat.ofHeader(header.protocolId());
        WireFormat format = known.orElse(WireFormat.HEADER_BINARY);
        replyHeader = new ReplyHeader(header, format.headerProtocolId().orElseThrow(), batch.origin()::isAboutToClose);
        replyFormat = new ReplyFormat(format, Optional.of(replyHeader));
    }

    /** {@return whether the protocol that the header names is known} */
    boolean isProtocolKnown() {
        return known.isPresent();
    }

    FrameHeader header() {
        return header;
    }

    /**
     * {@return the protocol and the header of the reply; the binary protocol if the protocol of the call is not known}
     */
    ReplyFormat replyFormat() {
        return replyFormat;
    }

    /**
     * Restores the payload if it is transformed, and configures the reply to be transformed in the same way. Called by
     * the thread that runs the call, never by a selector thread on behalf of others: decompressing takes time.
     *
     * @param maxBytes the largest payload
     * @param memory is charged for the restored payload until {@link #release}
     * @throws TransformException if the payload cannot be restored
     */
    void restore(int maxBytes, MemoryAccount memory) throws TransformException {
        if (transformed) {
            array = header.restore(maxBytes, more -> charge(more, memory));
            offset = 0;
            length = array.length;
            messageBytes = length;
            transformed = false;
        }
        if (header.hasTransforms()) {
            replyHeader.transform(header.transforms());
        }
    }

    private boolean charge(int more, MemoryAccount memory) {
        boolean charged = memory.growWaitingFrame(more, restoredBytes);
        restoredBytes = charged ? restoredBytes + more : 0;
        memoryIsShort = !charged;
        return charged;
    }

    /** {@return whether the payload was not restored because the memory budget has no room for it} */
    boolean isMemoryShort() {
        return memoryIsShort;
    }

    /**
     * Detaches the headers from the array of the frame, if the context of the call refers to them.
     *
     * @return the heap bytes that they take; 0 if nothing refers to them
     */
    int detachHeaders() {
        if (headers == null) {
            return 0;
        }
        headers.detach();
        return header.heapBytes();
    }

    /**
     * Ends the call: afterwards its headers no longer refer to the frame. Releases the memory of the restored payload.
     */
    void release(MemoryAccount memory) {
        detachHeaders();
        releaseRestored(memory);
    }

    private void releaseRestored(MemoryAccount memory) {
        if (restoredBytes > 0) {
            memory.removeWaitingFrames(restoredBytes, null);
            restoredBytes = 0;
        }
    }

    /**
     * Takes the message and the header out of the frame, for another thread that runs the call and charges their
     * memory. The memory of the restored payload is released.
     */
    FrameBatch takeMessage(MemoryAccount memory) {
        byte[] message = header.isTransformed() ? array : Arrays.copyOfRange(array, offset, offset + length);
        releaseRestored(memory);
        return FrameBatch.ofMessage(message, WireFormat.HEADER_BINARY, Optional.of(header.detached()));
    }

    /**
     * {@return whether nothing must be replied to this call, although its message was not read} As far as this can be
     * found out at a small cost, on a thread that serves all connections.
     */
    boolean isOneway() {
        if (header.sequenceId() == FrameHeader.ONEWAY_SEQUENCE_ID) {
            return true;
        }
        if (!transformed) {
            return OnewayDetector.isOneway(array, offset, length);
        }
        byte[] first = header.peek(OnewayDetector.TYPE_BYTES);
        return OnewayDetector.isOneway(first, 0, first.length);
    }

    /** Sets the payload as the input of a transport. */
    void read(MessageTransport transport) {
        transport.readFrame(array, offset, length);
    }

    /** {@return the format that the payload seems to have} */
    Optional<FormatGuess> guess() {
        return FormatGuess.ofFrame(array, offset, length);
    }

    /** {@return the length of the message; if it was not restored, the length of the payload} */
    int messageBytes() {
        return messageBytes;
    }

    /** {@return the cancelled calls of the connection} */
    CancelledCalls cancelledCalls() {
        return cancelledCalls;
    }

    /** States in the reply that the server accepts a {@link CancelNotice}. */
    void offerCancelNotices() {
        replyHeader.addOfServer(CancelNotice.ACCEPTED);
    }

    /** Marks the call as one without a reply. */
    void endReply() {
        replyHeader.close();
    }

    /** {@return the headers for the context of the call, always the same object; they may be kept after the call} */
    CallHeaders headers() {
        if (headers == null) {
            headers = new FrameCallHeaders(header, replyHeader);
        }
        return headers;
    }
}
