package io.grizzlythrift.strategy;

/**
 * The calls of one read: claimed one by one, run by whoever claimed them, flushed by each thread that ran some.
 *
 * <p>Any number of threads may work on one batch at the same time, each in the order
 * {@code claim, run, claim, run, ..., flush}. A thread may leave a batch after any call, with a flush, and another may go
 * on with it. No method throws: what goes wrong inside a call is answered to the caller of that call. A strategy survives
 * one that throws nevertheless, and goes on with the next call.
 */
public interface CallBatch {
    /** What {@link #claim()} returns when no call is left. */
    int NONE = -1;

    /**
     * Where this batch comes from: threads are shared out by flow.
     *
     * @return the flow of the connection, always the same one
     */
    CallFlow flow();

    /**
     * Whether only one thread at a time may work on this batch. The others need not be woken then.
     *
     * @return false if any number of threads may
     */
    default boolean isSerial() {
        return false;
    }

    /**
     * Takes the next call of this batch for the current thread. Calls are claimed in the order in which they were
     * received.
     *
     * @return the index of the call, from 0, or {@link #NONE}
     */
    int claim();

    /**
     * How many calls were left to claim a moment ago. A hint: another thread may claim them first.
     *
     * @return 0 once every call is claimed
     */
    int unclaimed();

    /**
     * Whether more than one call waits: of this batch, or behind it. A hint, asked once, when the batch is submitted.
     *
     * @return false if its flow has nothing but one call to be run now
     */
    default boolean hasBacklog() {
        return unclaimed() > 1;
    }

    /**
     * Runs user code for one call on the current thread and keeps its reply until {@link #flush()}, or sends it
     * earlier.
     *
     * @param call an index that the current thread got from {@link #claim()}
     */
    void run(int call);

    /**
     * Sends the replies that the current thread still holds. To be called once the thread claims no more calls of this
     * batch.
     */
    void flush();

    /**
     * Called in place of {@link #flush()} by a thread that will flush soon but may run other code before: replies that
     * wait for long are sent by another thread meanwhile.
     */
    void flushLater();

    /**
     * Claims every call that is left and answers each with a refusal instead of running it.
     *
     * @param reason which limit was reached, for the peer to read
     */
    void refuse(String reason);
}
