/**
 * Threads that take turns: one runs a selector; once it has read calls, it runs them while another one takes over the selector.
 *
 * <pre>
 *   LeaderFollowerThreads  the StrategyThreads (execute, isOverloaded, awaitTermination), and Grizzly's IOStrategy: the leader
 *        |                 runs an I/O event (executeIoEvent), then hands over its selector; execute: defers a batch on a
 *        |                 leader, otherwise submits it to the pool
 *        +-> FollowerPool    Grizzly's ExecutorService for selector runners: promotes a follower (handOver: postpones the
 *        |                   runner and assigns it; undone on failure); CallThreads (pool) named SERVER-follower-N
 *        +-> FollowerThread  a CallThread (pool) that may lead a selector: which one, and whether it is in an event. Defers
 *                            the batches it reads; after a hand-over, it runs the first one and submits the others;
 *                            keepsLeading
 * </pre>
 */
package io.grizzlythrift.strategy.leader;
