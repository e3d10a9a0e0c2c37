package io.grizzlythrift.strategy.spi;

import io.grizzlythrift.strategy.internal.queue.FlowState;
import org.jspecify.annotations.Nullable;

/**
 * Calls that a strategy gets together, usually those of one read. Threads claim calls one by one, run them, and flush the
 * replies.
 *
 * <p>Any number of threads may work on a batch at the same time, each in the order {@code claim, run, claim, run, ...,
 * flush}. A thread may leave a batch after any call, with a flush, and another thread may continue it. Methods do not
 * throw: a failure inside a call is sent to its caller as a reply. A strategy nevertheless survives a batch that throws,
 * and continues with the next call.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface CallBatch {
    /** The number of priorities: {@value}. */
    int PRIORITIES = FlowState.PRIORITIES;

    /** The priority of a batch without a known one: {@value}. */
    int NORMAL_PRIORITY = FlowState.NORMAL_PRIORITY;

    /** {@return the flow of the connection that sent the calls, always the same one} Threads are shared fairly between
     * flows. */
    CallFlow flow();

    /**
     * Returns the priority of the calls, always the same one. A queue that {@linkplain StrategyThreads#apply serves
     * priorities} serves lower numbers first.
     *
     * @return 0 to {@link #PRIORITIES} - 1
     */
    default int priority() {
        return NORMAL_PRIORITY;
    }

    /** {@return whether only one thread at a time may work on this batch, so that waking helpers is pointless} */
    default boolean isSerial() {
        return false;
    }

    /**
     * Claims the next call of this batch for the current thread. Calls are claimed in the order in which they were
     * received.
     *
     * @return the call, which the current thread must run; null if no call is left
     */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    @Nullable
    Call claim();

    /**
     * Claims the next call as {@link #claim()} does, without an atomic update. Only for the thread to which {@link
     * StrategyThreads#execute} has passed this batch, before that method returns, and if no other thread claims meanwhile.
     *
     * @return the call, which the current thread must run; null if no call is left
     */
    @SuppressWarnings("exports") // JSpecify is optional at run time
    default @Nullable Call claimExclusively() {
        return claim();
    }

    /**
     * Returns how many calls have not been claimed. A hint: other threads may claim them at the same time.
     *
     * @return 0 once every call is claimed
     */
    int unclaimed();

    /**
     * Returns whether more than one call is waiting, in this batch or behind it. A hint, read once, when the batch is
     * submitted.
     *
     * @return false if the flow has just one call to run now
     */
    default boolean hasBacklog() {
        return unclaimed() > 1;
    }

    /**
     * Sends the replies that the current thread has buffered. Call it once the thread claims no more calls of this
     * batch.
     */
    void flush();

    /**
     * Announces that the current thread will call {@link #flush()} soon, but may run other code first. Another thread
     * sends the buffered replies if they wait too long.
     */
    void flushLater();

    /**
     * Claims every remaining call and rejects it with a reply instead of running it.
     *
     * @param reason the limit that was reached, sent to the peer
     */
    void reject(String reason);
}
