package io.grizzlythrift.call;

/** In which order the replies of one connection leave, when its calls end in another order than they came in. */
public enum ReplyOrder {
    /**
     * In the order of the requests. Any client works, also one that sends twice and then receives twice. A oneway call
     * has no reply, so no reply waits for it. The default.
     */
    REQUEST,

    /** Each as soon as it is there, for clients that match replies by sequence id. One slow call delays no other. */
    AS_COMPLETED
}
