package io.grizzlythrift.dispatch;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.reply.ReplyOwner;
import io.grizzlythrift.strategy.CallFlow;
import org.glassfish.grizzly.Connection;

/** Where calls come from and replies go to, as far as who runs the calls has to know. */
public interface CallOrigin extends ReplyOwner {
    /** What can be called. */
    ProcessorTable services();

    /** The connection that the calls came over. */
    Connection<?> connection();

    /** What threads are shared out by: one per connection. */
    CallFlow flow();

    /**
     * Takes note of a batch that was handed to the strategy and has calls which nobody has begun: they are refused when
     * they are overdue, and dropped, but for oneway calls, when the connection is closed.
     */
    void watch(ReadBatch batch);

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
}
