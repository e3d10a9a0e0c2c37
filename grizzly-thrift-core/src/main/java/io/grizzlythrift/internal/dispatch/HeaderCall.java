package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.CancelNotice;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.internal.frame.FormatGuess;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.header.ReplyHeader;
import io.grizzlythrift.internal.header.TransformException;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.MessageTransport;
import io.grizzlythrift.internal.message.OnewayDetector;
import io.grizzlythrift.internal.message.ReplyFormat;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The additional state of a call whose frame has a header: that header, the restored payload, and the header of the
 * reply. Used by one thread at a time, except where it says otherwise.
 */
final class HeaderCall {
    private final int sequenceId;
    private final long clientTimeoutNanos;
    private final Optional<WireFormat> known;
    private final ReplyFormat replyFormat;
    private final ReplyHeader replyHeader;

    /** Null once the call has ended. */
    private FrameHeader header;

    /**
     * The header as the user's threads see it, of whom any may ask for the headers until and after the call has ended.
     * Null until the user has the call, and once the headers are decoded. Guarded by this.
     */
    private FrameHeader exposed;

    /** The decoded headers; null until they are requested. Guarded by this. */
    private Map<String, List<String>> decoded;

    /** The payload of the frame, or the restored payload. */
    private byte[] array;

    private int offset;
    private int length;
    private int messageBytes;

    /** The bytes charged to the connection for the restored payload. */
    private int restoredBytes;

    private boolean memoryIsShort;

    /** The name of the call if it was found in the compressed payload; null otherwise. */
    private String peekedName;

    /** Whether the payload must be restored. */
    private boolean transformed;

    HeaderCall(ServerCall call) {
        FrameBatch frames = call.read().frames();
        int frame = call.index();
        header = frames.header(frame);
        sequenceId = header.sequenceId();
        clientTimeoutNanos = ClientTimeout.of(header);
        array = frames.array(frame);
        offset = frames.offset(frame);
        length = frames.length(frame);
        messageBytes = length;
        transformed = header.isTransformed();
        peekedName = call.read().peekedName();
        known = WireFormat.ofHeader(header.protocolId());
        WireFormat format = known.orElse(WireFormat.HEADER_BINARY);
        replyHeader = new ReplyHeader(header, format.headerProtocolId().orElseThrow(), call.origin()::isAboutToClose);
        replyFormat = new ReplyFormat(format, Optional.of(replyHeader), Optional.empty());
    }

    /** {@return whether the protocol that the header names is known} */
    boolean isProtocolKnown() {
        return known.isPresent();
    }

    int sequenceId() {
        return sequenceId;
    }

    /** {@return the time from the arrival to the deadline of the client, or {@link ClientTimeout#NONE}} */
    long clientTimeoutNanos() {
        return isTimeoutInvalid() ? ClientTimeout.NONE : clientTimeoutNanos;
    }

    boolean isTimeoutInvalid() {
        return clientTimeoutNanos == ClientTimeout.INVALID;
    }

    /** {@return the header of the frame, until the call has ended} */
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
    synchronized int detachHeaders() {
        if (exposed != null) {
            exposed = exposed.detached();
        }
        return exposed == null && decoded == null ? 0 : header.heapBytes();
    }

    /**
     * Ends the call: afterwards its headers no longer refer to the frame. Releases the memory of the restored payload.
     */
    void release(MemoryAccount memory) {
        if (header != null) {
            detachHeaders();
        }
        releaseRestored(memory);
        header = null;
        array = null;
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
        if (sequenceId == FrameHeader.ONEWAY_SEQUENCE_ID) {
            return true;
        }
        if (!transformed) {
            return OnewayDetector.isOneway(array, offset, length);
        }
        byte[] first = header.peek(OnewayDetector.TYPE_BYTES, false);
        return OnewayDetector.isOneway(first, 0, first.length);
    }

    /** Records the name of the call, which was found without restoring the payload. */
    void peeked(String name) {
        peekedName = name;
    }

    /** {@return the name of the call if it was found without restoring the payload; null otherwise} */
    String peekedName() {
        return peekedName;
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

    /** States in the reply that the server accepts a {@link CancelNotice}. */
    void offerCancelNotices() {
        replyHeader.addOfServer(CancelNotice.ACCEPTED);
    }

    /** Marks the call as one without a reply. */
    void endReply() {
        replyHeader.close();
    }

    /** The user gets the call: the headers stay with it, also after the array of the frame is released. */
    synchronized void expose() {
        if (exposed == null && decoded == null) {
            exposed = header;
        }
    }

    /** {@return the values by name, unmodifiable; names are not case-sensitive} Any thread, once they are exposed. */
    synchronized Map<String, List<String>> headers() {
        if (decoded == null) {
            Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            FrameHeader of = exposed == null ? header : exposed;
            of.effectiveHeaders().forEach((name, value) -> byName.put(name, List.of(value)));
            decoded = Collections.unmodifiableMap(byName);
            exposed = null;
        }
        return decoded;
    }

    /** Adds a header to the reply. Returns false if the reply is already encoded. Any thread. */
    boolean addToReply(String name, String value) {
        return replyHeader.add(name, value);
    }
}
