package io.grizzlythrift.frame;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How messages are delimited on a connection. The first bytes of a message determine its dialect. A peer may change the
 * dialect between two messages, except to and from {@link #HTTP}. The reply to each call uses the dialect of the call.
 */
public enum Dialect {
    /**
     * Each message is preceded by its length in 4 bytes, as {@code TFramedTransport} sends it. The protocol is strict
     * binary or compact, which the first byte of the message determines, unless the server has another one.
     */
    FRAMED,

    /**
     * Messages follow each other without a length, as {@code TSocket} and {@code TBufferedTransport} send them. The
     * protocol is strict binary or compact, which the first bytes determine as well.
     */
    UNFRAMED,

    /**
     * Frames with a header in front of the message, as {@code THeaderTransport} of Apache Thrift and fbthrift sends
     * them. The header names the protocol, binary or compact, and carries headers by name. The message may be
     * compressed.
     */
    HEADER,

    /**
     * HTTP/1.1: Thrift over HTTP, health and metrics on the same port. Enabled by the option
     * {@code http} of a server, and not one of the {@linkplain #supported() supported}
     * dialects.
     */
    HTTP;

    private static final Set<Dialect> SUPPORTED = Collections.unmodifiableSet(EnumSet.of(FRAMED, UNFRAMED, HEADER));

    /** {@return the dialects that a server accepts by default, unmodifiable; all except {@link #HTTP}} */
    public static Set<Dialect> supported() {
        return SUPPORTED;
    }

    /**
     * Adds {@link #HTTP} to the given dialects.
     *
     * @param dialects any dialects
     * @return an unmodifiable copy in the order of this enum
     */
    public static Set<Dialect> withHttp(Collection<Dialect> dialects) {
        Set<Dialect> all = EnumSet.of(HTTP);
        all.addAll(dialects);
        return Collections.unmodifiableSet(all);
    }

    /**
     * Checks that a server can accept the given dialects.
     *
     * @param dialects any dialects
     * @return an unmodifiable copy in the order of this enum
     * @throws IllegalArgumentException if there is no dialect, or one that is not {@linkplain #supported() supported}
     */
    public static Set<Dialect> requireSupported(Collection<Dialect> dialects) {
        if (dialects.isEmpty() || !SUPPORTED.containsAll(dialects)) {
            throw new IllegalArgumentException("dialects is " + dialects + ", must be one or more of " + SUPPORTED);
        }
        return Collections.unmodifiableSet(EnumSet.copyOf(dialects));
    }
}
