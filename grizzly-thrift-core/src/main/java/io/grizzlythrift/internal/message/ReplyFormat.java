package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.ReplyHeader;
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
    /** The format of framed replies. */
    public static final ReplyFormat FRAMED = new ReplyFormat(WireFormat.FRAMED, Optional.empty(), Optional.empty());

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
}
