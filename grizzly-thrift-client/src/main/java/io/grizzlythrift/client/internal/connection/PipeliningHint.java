package io.grizzlythrift.client.internal.connection;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that a server seems to lose pipelined calls: it replies to single calls, which never time out, while calls
 * sent when another one is in flight do time out.
 */
public final class PipeliningHint {
    private static final Logger LOG = LoggerFactory.getLogger(PipeliningHint.class);

    /** The number of pipelined calls that must time out before the hint is logged. */
    private static final int TIMEOUTS = 3;

    private final String clientName;
    private final String endpoint;

    /** Checked for every reply to a single call, so it is written only once. */
    private volatile boolean singleReplied;

    private boolean singleTimedOut;
    private int pipelinedTimeouts;
    private boolean logged;

    public PipeliningHint(String clientName, String endpoint) {
        this.clientName = clientName;
        this.endpoint = endpoint;
    }

    /** Records the reply to a call that was alone in flight from start to end. */
    public void singleReplied() {
        if (!singleReplied) {
            singleReplied = true;
        }
    }

    /** Records that a call timed out after it was sent. */
    public synchronized void timedOut(boolean pipelined) {
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
