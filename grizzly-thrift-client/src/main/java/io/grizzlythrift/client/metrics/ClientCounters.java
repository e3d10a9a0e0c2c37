package io.grizzlythrift.client.metrics;

import io.grizzlythrift.client.call.FailureCause;

/**
 * Counts what a client has done since it was created. Each value is read separately, without a lock. Once nothing is in
 * flight, {@code calls() == completed() + failed()}. The counters stay readable after the client is closed.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ClientCounters {
    /** {@return the number of calls started, including oneway calls and those that failed at once} */
    long calls();

    /** {@return the number of calls that have started and neither completed nor failed} */
    long inFlight();

    /**
     * {@return the bytes of encoded calls that have not ended and were not completely handed to a socket; together with
     * {@link #keptBytes()} at most {@link io.grizzlythrift.client.config.ThriftClientConfig#maxQueuedBytes()}}
     */
    long queuedBytes();

    /**
     * {@return the bytes of copies that are kept for further attempts at calls in flight, while their callers may change
     * the arguments; kept only while less than half of {@link
     * io.grizzlythrift.client.config.ThriftClientConfig#maxQueuedBytes()} is used}
     */
    long keptBytes();

    /** {@return the number of calls of which no copy was kept for lack of room: they are neither retried nor hedged} */
    long callsNotKept();

    /**
     * {@return the number of calls that were rejected because there was no room for their bytes; part of {@code
     * failed(FailureCause.NO_CAPACITY)}}
     */
    long queuedBytesRejections();

    /** {@return the number of calls handed to a socket} */
    long sent();

    /**
     * {@return the number of calls that ended with a reply of the server, either a result or an exception, and of
     * oneway calls that were sent}
     */
    long completed();

    /** {@return the number of calls that ended without a readable reply} */
    long failed();

    /**
     * {@return the number of calls that failed for one cause}
     *
     * @param cause why they failed
     */
    long failed(FailureCause cause);

    /**
     * {@return the number of calls that the server rejected before they ran, because of overload, drain or time in its
     * queue; part of {@link #failed()}}
     */
    long rejected();

    /**
     * {@return the number of retries, for calls that failed and never ran, or whose method is idempotent; each is also
     * one of {@link #calls()}}
     */
    long retries();

    /** {@return the number of retries and hedges that were not made because the budget of the client was empty} */
    long retriesOverBudget();

    /** {@return the number of hedges, for calls that had no reply yet; each is also one of {@link #calls()}} */
    long hedges();

    /** {@return the number of hedges whose reply was the first good one of their call} */
    long hedgesWon();

    /** {@return the number of calls whose deadline passed; the same as {@code failed(FailureCause.TIMED_OUT)}} */
    long timedOut();

    /**
     * {@return the number of notices sent to servers that nobody waits for a call any more, because it was cancelled or
     * its deadline passed; only in the dialect HEADER, and to servers that accept them}
     */
    long cancelNotices();

    /** {@return the number of replies dropped because their call had timed out or was cancelled} */
    long lateReplies();

    /** {@return the number of replies dropped because no call had their sequence id, such as duplicate replies} */
    long unknownReplies();

    /** {@return the number of connections open now} */
    long openConnections();

    /** {@return the number of attempts to connect, successful or not} */
    long connectAttempts();

    /** {@return the number of connections opened to replace a lost one} */
    long reconnects();

    /**
     * {@return the number of connections replaced because their peer had fallen silent: three calls in a row timed out,
     * and no byte came for the longest timeout of these calls and of those still in flight}
     */
    long silentConnections();

    /** {@return the number of answers of the resolver, including empty ones; 1 for a fixed list of endpoints} */
    long resolutions();

    /** {@return the number of answers of the resolver without any server; the previous servers stayed in use} */
    long emptyResolutions();

    /**
     * {@return the number of times that the resolver could not determine the servers; the previous servers stayed in
     * use. Not part of {@link #resolutions()}}
     */
    long failedResolutions();

    /** {@return the number of callbacks that threw an exception; each is logged, at most once a second} */
    long callbackErrors();
}
