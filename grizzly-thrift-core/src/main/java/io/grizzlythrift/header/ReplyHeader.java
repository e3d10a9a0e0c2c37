package io.grizzlythrift.header;

import java.util.LinkedHashMap;
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

    /** The largest size of all headers of a reply: {@value} bytes of names and values. */
    public static final int MAX_BYTES = HeaderMap.MAX_BYTES;

    private final int flags;
    private final int sequenceId;
    private final int protocolId;
    private final BooleanSupplier aboutToClose;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private List<Transform> transforms = List.of();
    private int bytes;
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
     * @throws IllegalArgumentException if the headers have more than {@link #MAX_BYTES} bytes then
     */
    public synchronized boolean add(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        if (closed) {
            return false;
        }
        String replaced = headers.get(name);
        int more =
                HeaderMap.bytesOf(value) + (replaced == null ? HeaderMap.bytesOf(name) : -HeaderMap.bytesOf(replaced));
        if (bytes + more > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "with header " + name + " of " + HeaderMap.bytesOf(value) + " bytes, the headers of the reply have "
                            + (bytes + more) + " bytes, must be at most " + MAX_BYTES);
        }
        bytes += more;
        headers.put(name, value);
        return true;
    }

    /** Sets the transforms of the reply. */
    public synchronized void transform(List<Transform> by) {
        transforms = by;
    }

    /** Returns the header to encode, with {@link #DRAIN} if the connection is about to close. Nothing can be added any more. */
    public synchronized OutgoingHeader close() {
        closed = true;
        if (aboutToClose.getAsBoolean()) {
            headers.put(DRAIN, "true");
        }
        Map<String, String> encoded = headers.isEmpty() ? Map.of() : new LinkedHashMap<>(headers);
        return new OutgoingHeader(flags, sequenceId, protocolId, transforms, encoded, Map.of());
    }
}
