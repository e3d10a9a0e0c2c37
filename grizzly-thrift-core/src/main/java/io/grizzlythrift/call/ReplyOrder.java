package io.grizzlythrift.call;

/**
 * The order in which the replies of one connection are sent if its calls do not end in the order of their requests.
 * Clients that use {@link io.grizzlythrift.frame.Dialect#HEADER} choose the order themselves.
 */
public enum ReplyOrder {
    /**
     * Sends replies in the order of the requests. Works with any client, including one that sends twice and then
     * receives twice. A oneway call has no reply, so no reply waits for it. This is the default.
     */
    REQUEST,

    /**
     * Sends each reply as soon as it is ready, for clients that match replies by sequence id. A slow call does not
     * delay others.
     */
    AS_COMPLETED
}
