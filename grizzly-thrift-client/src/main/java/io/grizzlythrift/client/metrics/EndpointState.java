package io.grizzlythrift.client.metrics;

/** What a client does with a server. */
public enum EndpointState {
    /** It gets calls. */
    OPEN,

    /** It gets calls, fewer than its weight allows: it is new, or was ejected. */
    WARMING,

    /** It gets no calls because they failed, unless too many servers are ejected. */
    EJECTED,

    /** It was ejected, and one call decides whether it gets others. */
    PROBING,

    /** It gets no calls because it asked for the end of its connections, or is not among the servers any more. */
    DRAINING,

    /** No connection to it is open: none was needed yet, or it cannot be connected. */
    DISCONNECTED
}
