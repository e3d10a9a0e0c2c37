package io.grizzlythrift.client.metrics;

/** Whether a server gets calls from a client, and why not. */
public enum EndpointState {
    /** It gets calls. */
    OPEN,

    /** It gets fewer calls than its weight allows, because it is new or was ejected. */
    WARMING,

    /** It gets no calls because they failed, unless too many servers are ejected. */
    EJECTED,

    /** It was ejected, and one call decides whether it gets others. */
    PROBING,

    /** It gets no calls because it asked the client to close its connections, or the resolver no longer lists it. */
    DRAINING,

    /** No connection to it is open: none was needed yet, or connecting fails. */
    DISCONNECTED
}
