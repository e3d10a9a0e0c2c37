package io.grizzlythrift.exchange;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ServiceOptions;

/** The reason why a message gets a failure instead of a reply. */
public enum MessageFailure {
    /** The bytes are not a message of the server's protocol. */
    NOT_A_MESSAGE,

    /** The message is larger than {@link ServiceOptions#maxFrameBytes}. */
    TOO_LARGE,

    /** The message would exceed its share of {@link ServerLimits#maxBufferedBytes()}. */
    NO_MEMORY,

    /** The server failed. */
    BROKEN
}
