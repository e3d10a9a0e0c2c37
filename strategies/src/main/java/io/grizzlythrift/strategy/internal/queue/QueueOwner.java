package io.grizzlythrift.strategy.internal.queue;

/** The threads of a strategy whose calls wait in a {@link FairQueue}. */
@FunctionalInterface
public interface QueueOwner {
    /** {@return what the queue holds now} Any thread; takes the lock of the queue for a few instructions. */
    QueueState queueState();
}
