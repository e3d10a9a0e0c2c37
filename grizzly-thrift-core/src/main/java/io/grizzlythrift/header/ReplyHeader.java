package io.grizzlythrift.header;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * The header of the reply to a call: what it repeats of the header of its call, and what is added until it is encoded.
 *
 * <p>Thread-safe: all that changes is guarded by the lock of this object.
 */
public final class ReplyHeader {
    /**
     * The name of the header with which a reply asks the peer to send no more calls on its connection: {@value}. Envoy
     * closes such a connection, and does not pass the header on.
     */
    public static final String DRAIN = ":drain";

    private final int flags;
    private final int sequenceId;
    private final int protocolId;
    private final BooleanSupplier aboutToClose;
    private HeaderMap headers = HeaderMap.NONE;
    private HeaderMap ofServer = HeaderMap.NONE;
    private List<Transform> transforms = List.of();
    private boolean closed;

    /**
     * Makes the header of a reply without headers and transforms. It repeats the sequence id of the call and whether
     * replies are read in any order.
     *
     * @param call the header of the call
     * @param protocolId {@link FrameHeader#BINARY} or {@link FrameHeader#COMPACT}
     * @param aboutToClose whether the connection is about to close, asked when the reply is encoded
     */
    public ReplyHeader(FrameHeader call, int protocolId, BooleanSupplier aboutToClose) {
        flags = call.flags() & FrameHeader.OUT_OF_ORDER;
        sequenceId = call.sequenceId();
        this.protocolId = protocolId;
        this.aboutToClose = aboutToClose;
    }

    /**
     * Adds a header. One of the same name is replaced.
     *
     * @return false if the reply is encoded already
     * @throws IllegalArgumentException if the name is blank, or the headers count more than {@link HeaderMap#MAX_BYTES} then
     */
    public synchronized boolean add(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        if (closed) {
            return false;
        }
        headers = headers.with(name, value);
        return true;
    }

    /** Adds a header of the server itself. It is left out if there is no room for it. */
    public synchronized void addOfServer(String name) {
        ofServer = ofServer.with(name, "true");
    }

    /** Sets the transforms of the reply. */
    public synchronized void transform(List<Transform> by) {
        transforms = by;
    }

    /**
     * Returns the header to encode, with {@link #DRAIN} if the connection is about to close. Nothing can be added any more.
     */
    public synchronized OutgoingHeader close() {
        closed = true;
        if (aboutToClose.getAsBoolean()) {
            addOfServer(DRAIN);
        }
        HeaderMap all = headers.plus(ofServer.asMap());
        HeaderMap encoded = all.bytes() > HeaderMap.MAX_BYTES ? headers : all;
        return new OutgoingHeader(flags, sequenceId, protocolId, transforms, encoded.asMap(), Map.of());
    }
}
