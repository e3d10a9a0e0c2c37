package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import io.grizzlythrift.strategy.CallFlow;
import org.glassfish.grizzly.Connection;

/** Where calls come from and replies go to, as far as who runs the calls has to know. */
interface CallSource {
    /** What can be called. */
    Services services();

    /** The way of the replies. */
    ReplyLine line();

    /** The connection that the calls came over. */
    Connection<?> connection();

    /** What threads are shared out by: one per connection. */
    CallFlow flow();

    /**
     * Takes note of a batch that was handed to the strategy and has calls which nobody has begun: they are refused when
     * they are overdue, and dropped, but for oneway calls, when the connection is closed.
     */
    void watch(ConnectionBatch batch);

    /** The peer, for messages. */
    Object peer();

    /** Lets one line a second through about connections that were terminated for what their peers sent. */
    LogLimiter terminationLog();

    /** Ends the source at once; what waits to be written is lost. */
    void terminate();

    /**
     * Ends the source because its peer sent what no reply can answer, or for a limit.
     *
     * @param reason fit for the log and for the peer
     */
    default void terminate(String reason) {
        terminate();
    }

    /** Ends the source at once, and no longer waits for its calls: some cannot be answered. Throws nothing. */
    void giveUp();
}
