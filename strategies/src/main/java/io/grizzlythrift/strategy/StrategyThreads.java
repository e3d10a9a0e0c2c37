package io.grizzlythrift.strategy;

import java.time.Duration;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * The running threads of one server. Made by {@link ProcessingStrategy#start}. All methods may be called from any
 * thread.
 */
public interface StrategyThreads {
    /**
     * Makes a transport read with these threads: sets its IOStrategy, its kernel thread pool and its number of
     * selectors.
     *
     * @param transport a transport that is not started yet
     */
    void install(TCPNIOTransport transport);

    /**
     * Has the calls of a batch run. Called on the thread that read them. Returns when the thread may read on; whether
     * calls have run by then is what distinguishes the strategies. If there is no room for the batch, its calls are
     * refused; the batch is never dropped.
     *
     * @param batch calls nobody has claimed yet
     */
    void execute(CallBatch batch);

    /**
     * Whether calls that wait do so for one thread out of several, as a limit of the time in a queue presumes. Where
     * they wait behind the only thread that may run them, as on {@code same-thread}, that is not queueing, and such
     * calls are served however late.
     *
     * @return true by default
     */
    default boolean hasCallQueue() {
        return true;
    }

    /**
     * Stops the threads that run calls: interrupts running handlers and refuses the batches that wait. Call it after
     * the transport has stopped, which ends the selector threads. May be called twice.
     */
    void shutdownNow();

    /**
     * Waits for every thread of this object to end.
     *
     * @param timeout how long to wait at most
     * @return false if a thread still runs after that time
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean awaitTermination(Duration timeout) throws InterruptedException;
}
