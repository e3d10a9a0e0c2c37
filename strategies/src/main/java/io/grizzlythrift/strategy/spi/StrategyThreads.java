package io.grizzlythrift.strategy.spi;

import java.time.Duration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * The running threads of one server, created by {@link io.grizzlythrift.strategy.ProcessingStrategy#start}. All methods may
 * be called by any thread.
 */
public interface StrategyThreads {
    /**
     * Configures a transport to use these threads: sets its IOStrategy, its kernel thread pool and its number of
     * selectors.
     *
     * @param transport a transport that has not been started
     */
    void install(TCPNIOTransport transport);

    /**
     * Submits the calls of a batch. Called by the thread that read them; returns when that thread may read again.
     * Whether the calls have run by then depends on the strategy. If there is no room for the batch, its calls are rejected
     * with replies; a batch is never dropped.
     *
     * @param batch calls that no thread has claimed
     */
    void execute(CallBatch batch);

    /**
     * Returns whether waiting calls are queued for one of several threads. A limit on the time in queue applies only
     * then. With {@code same-thread}, calls wait for the only thread that may run them; that is not a queue, and they run
     * however late it is.
     *
     * @return true by default
     */
    default boolean hasCallQueue() {
        return true;
    }

    /**
     * Sets how waiting batches are served. Called before the first batch.
     *
     * @param policy the policy
     * @return whether the queue follows it; false by default, and if each thread has its own queue or none. If false, batches
     *     are served in their order
     */
    default boolean apply(QueuePolicy policy) {
        return false;
    }

    /**
     * Returns whether more calls arrive than the threads can run: work of any flow, or of this one, has waited without
     * interruption for the overload interval of the {@link QueuePolicy}. A hint.
     *
     * @param flow a flow that was used with these threads
     * @return false by default
     */
    default boolean isOverloaded(CallFlow flow) {
        return false;
    }

    /**
     * Rejects the queued batches and all later ones; running calls continue. Call it before the transport stops: a thread
     * whose selector has ended would otherwise be free to run queued batches. Does nothing by default. May be called twice.
     */
    default void rejectWork() {}

    /**
     * Stops the threads that run calls: interrupts running handlers and rejects the queued batches. Call it after the
     * transport has stopped, which ends the selector threads. May be called twice.
     */
    void shutdownNow();

    /**
     * Stops the threads of a server whose start failed. As {@link #shutdownNow}, which it calls by default, except that what
     * belongs to the user, such as an executor, stays usable: the server may be started again.
     */
    default void undoStart() {
        shutdownNow();
    }

    /**
     * Waits until all threads of this object have ended.
     *
     * @param timeout the longest time to wait
     * @return false if a thread is still running after that time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean awaitTermination(Duration timeout) throws InterruptedException;
}
