package io.grizzlythrift.client.pool;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once in the log that a server seems to lose calls that are pipelined: single calls are answered, and never time
 * out; such as are sent while another one is in flight do.
 */
final class PipeliningHint {
    private static final Logger LOG = LoggerFactory.getLogger(PipeliningHint.class);

    /** As many pipelined calls have to time out. */
    private static final int TIMEOUTS = 3;

    private final String clientName;
    private final String endpoint;

    /** Read for each reply to a single call: not written again once it is set. */
    private volatile boolean singleReplied;

    private boolean singleTimedOut;
    private int pipelinedTimeouts;
    private boolean logged;

    PipeliningHint(String clientName, String endpoint) {
        this.clientName = clientName;
        this.endpoint = endpoint;
    }

    /** A call was answered, and none was in flight beside it at any time. */
    void singleReplied() {
        if (!singleReplied) {
            singleReplied = true;
        }
    }

    /** A call that was sent timed out. */
    synchronized void timedOut(boolean pipelined) {
        if (!pipelined) {
            singleTimedOut = true;
        } else if (++pipelinedTimeouts >= TIMEOUTS && singleReplied && !singleTimedOut && !logged) {
            logged = true;
            LOG.warn(
                    "client '{}': {} replies to single calls, but {} that were in flight together timed out; if it does not"
                            + " support pipelining, set maxInFlightPerConnection(1)",
                    clientName,
                    endpoint,
                    pipelinedTimeouts);
        }
    }
}
