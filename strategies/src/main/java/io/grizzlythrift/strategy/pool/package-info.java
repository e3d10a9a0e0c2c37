/**
 * A pool of a fixed number of threads that run batches: bounded, and fair between connections.
 *
 * <pre>
 *   CallThreads   the pool: all threads, the stack of idle ones, a FairQueue (queue), a lock. Assigns Work to an idle
 *        |        thread, queues it, or rejects it with a reason (queueCapacity, fair share, no memory); spare threads;
 *        |        next Work for a thread that is done; wakes one thread at a time (waking),
 *        |        and helpers (wakeHelper, wakeNext); replaces a leader (replaceCurrent); runs urgent tasks first
 *        |        (submitUrgent); slices of 1 ms; rejects queued work (drains, rejectAll) when it stops; waits until
 *        |        its threads have ended (isAlive)
 *   CallThread    one thread, a DefaultWorkerThread, and its run loop: parks until it is assigned Work or a task
 *        |        (perform), runs it, clears interrupts, asks the pool for more; implements the abstract methods of its
 *        |        ClaimLoop with the pool; ends once the pool has stopped. Subclasses override perform and runCall
 *   ClaimLoop     claims and runs (runCall) the calls of one batch; wakes one helper after the first claim, unless the
 *                 batch isSerial; stops when its TimeSlice is over and other flows wait; run, flush, reject: catches
 *                 what a batch throws, also for the calls of InlineCalls (selector) and ExecutorStrategy; announces the
 *                 last flush (beginFlush). Rejects calls with "the server has stopped". Abstract: othersWait,
 *                 isStopped; wakeHelper throws by default. Has no thread and no queue
 *   Work          one batch as QueuedWork (queue): its flow, its priority, whether it has a backlog
 * </pre>
 */
package io.grizzlythrift.strategy.pool;
