/**
 * A pool of a fixed number of threads that run batches: bounded, and fair between connections.
 *
 * <pre>
 *   CallThreads   the pool: all threads, the stack of idle ones, a FairQueue (queue), a lock. Assigns Work to an idle thread,
 *        |        queues it, or rejects it with a reason (queueCapacity, fair share, no memory); next Work for a thread that is
 *        |        done; wakes helpers (wakeHelper, wakeNext); replaces a leader (replaceCurrent); runs urgent tasks first;
 *        |        slices of 1 ms; rejects queued work (drains) when it stops; waits until its threads have ended
 *   CallThread    one thread and its run loop: parks until it is assigned Work, runs it, clears interrupts, asks the pool for
 *        |        more; implements the abstract methods of its ClaimLoop with the pool; ends once the pool has stopped
 *   ClaimLoop     claims and runs the calls of one batch; wakes one helper after the first call; stops when its slice is over
 *                 and other flows wait; claim, flush, reject: catches what a batch throws. Rejects calls with "the server has
 *                 stopped". Abstract: othersWait, wakeHelper, isStopped. Has no thread and no queue
 *   Work          one batch as QueuedWork (queue): its flow, its priority, whether it has a backlog
 * </pre>
 */
package io.grizzlythrift.strategy.pool;
