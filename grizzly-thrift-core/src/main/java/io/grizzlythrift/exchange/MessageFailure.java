package io.grizzlythrift.exchange;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ServiceOptions;

/** Why a message gets no reply. */
public enum MessageFailure {
    /** It is not a message of the protocol that is served. */
    NOT_A_MESSAGE,

    /** It is larger than {@link ServiceOptions#maxFrameBytes}. */
    TOO_LARGE,

    /** It would take more than is left of {@link ServerLimits#maxBufferedBytes()}. */
    NO_MEMORY,

    /** The server cannot answer, for a reason of its own. */
    BROKEN
}
