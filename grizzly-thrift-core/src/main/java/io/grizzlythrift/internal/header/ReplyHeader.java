package io.grizzlythrift.internal.header;

import io.grizzlythrift.header.Transform;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * The header of the reply to a call: the fields it repeats from the header of its call, and the headers added until it
 * is encoded.
 *
 * <p>Thread-safe: all mutable state is guarded by the lock of this object.
 */
public final class ReplyHeader {
    /**
     * The name of the header in a reply that asks the peer to send no more calls on the connection: {@value}. Envoy
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
     * Creates the header of a reply, without headers and transforms. It repeats the sequence id of the call, and its
     * flag for replies in any order.
     *
     * @param call the header of the call
     * @param protocolId {@link FrameHeader#BINARY} or {@link FrameHeader#COMPACT}
     * @param aboutToClose returns whether the connection is about to close; called when the reply is encoded
     */
    public ReplyHeader(FrameHeader call, int protocolId, BooleanSupplier aboutToClose) {
        flags = call.flags() & FrameHeader.OUT_OF_ORDER;
        sequenceId = call.sequenceId();
        this.protocolId = protocolId;
        this.aboutToClose = aboutToClose;
    }

    /**
     * Adds a header, which replaces one with the same name.
     *
     * @return false if the reply is already encoded
     * @throws IllegalArgumentException if the name is blank, or the size of the headers would exceed {@link
     *     HeaderMap#MAX_BYTES}
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

    /** Adds a header of the server itself. It is omitted if there is no room for it. */
    public synchronized void addOfServer(String name) {
        ofServer = ofServer.with(name, "true");
    }

    /** Sets the transforms of the reply. */
    public synchronized void transform(List<Transform> by) {
        transforms = by;
    }

    /**
     * Returns the header to encode, with {@link #DRAIN} if the connection is about to close. Headers can no longer be
     * added.
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
