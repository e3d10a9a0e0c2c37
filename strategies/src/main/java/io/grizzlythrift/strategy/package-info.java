/**
 * Which thread reads a connection, and which thread runs its calls. The package knows threads, not Thrift.
 *
 * <pre>
 *   {@link io.grizzlythrift.strategy.ProcessingStrategy}      immutable description, found by name
 *        |   start()
 *        v
 *   {@link io.grizzlythrift.strategy.StrategyThreads}         running threads of one server
 *        |   install(transport)      who reads
 *        |   execute(batch)          who runs the calls of one read, a {@link io.grizzlythrift.strategy.CallBatch}
 *        v
 *   SameThreadStrategy       the selector thread:   SelectorThread (defers flushes and long batches)
 *   WorkerThreadStrategy     a pool of workers:     WorkerThreads ---------+
 *   LeaderFollowerStrategy   the reading thread:    LeaderFollowerThreads  |
 *        promotes a follower and runs the batch       -> FollowerPool,     |
 *                                                        FollowerThread    |
 *   ExecutorStrategy         an executor of the user         |             |
 *   InOrderStrategy          any of them, through a          v             v
 *                            SerialExecutor per          CallThreads: idle threads (CallThread) and a FairQueue
 *                            connection                      |
 *                                                            v
 *                                                        ClaimLoop: claim and run call after call,
 *                                                            for one TimeSlice while other connections wait
 *
 *   CallFlow     one connection, with its queued Work     Work        a batch, and how many threads run it
 *   FairQueue    round-robin between flows                FairShare   how many places of a queue one flow may take
 *   TimeSlice    how long a thread runs one batch         IoThreads   creates selector threads, installs them
 * </pre>
 *
 * <p>A batch is a set of calls that are claimed one by one, and a flush. A batch that finds no thread waits in a
 * {@code FairQueue}; connections take turns there, each for one {@code TimeSlice} while others wait.
 */
package io.grizzlythrift.strategy;
