package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.ReplyHeader;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The format in which the reply to one call is sent.
 *
 * @param wire the dialect and the protocol
 * @param header the header of the reply, if the dialect has headers
 * @param transcoder converts the reply, if it is not sent as a message of Thrift
 */
@SuppressWarnings("exports") // for the packages of this module
public record ReplyFormat(WireFormat wire, Optional<ReplyHeader> header, Optional<ReplyTranscoder> transcoder) {
    private static final Map<WireFormat, ReplyFormat> PLAIN = new EnumMap<>(WireFormat.class);

    static {
        for (WireFormat wire : WireFormat.values()) {
            PLAIN.put(wire, new ReplyFormat(wire, Optional.empty(), Optional.empty()));
        }
    }

    /** The format of framed replies. */
    public static final ReplyFormat FRAMED = of(WireFormat.FRAMED);

    /**
     * Checks the parameters.
     *
     * @param wire the dialect and the protocol
     * @param header the header of the reply, if the dialect has headers
     * @param transcoder converts the reply, if it is not sent as a message of Thrift
     */
    public ReplyFormat {
        Objects.requireNonNull(wire, "wire");
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(transcoder, "transcoder");
    }

    /**
     * Returns the format of replies without a header of their own that are messages of Thrift.
     *
     * @param wire the dialect and the protocol
     * @return the same format each time
     */
    public static ReplyFormat of(WireFormat wire) {
        return PLAIN.get(wire);
    }
}
