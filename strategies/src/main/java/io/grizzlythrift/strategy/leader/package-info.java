/**
 * Threads that take turns: one runs a selector; once it has read calls, it runs them while another one takes over the
 * selector.
 *
 * <pre>
 *   LeaderFollowerThreads  the StrategyThreads (execute, isOverloaded, awaitTermination), and Grizzly's IOStrategy: the
 *        |                 leader runs an I/O event (executeIoEvent, by SameThreadIOStrategy), then hands over its
 *        |                 selector; execute: defers a batch on a leader in an event, else submits it to the pool;
 *        |                 install: by SelectorThreadPool (io.grizzlythrift.selector), with an ArraySelectorHandler
 *        +-> FollowerPool    Grizzly's ExecutorService for selector runners, its urgent tasks: currentLeader; promotes
 *        |                   a follower (handOver: replaceCurrent, postpones the runner and assigns it; undone on
 *        |                   failure); CallThreads (pool) named SERVER-follower-N
 *        +-> FollowerThread  a CallThread (pool) that may lead a selector (perform: SelectorLoop.run): which one, of
 *                            which pool (belongsTo), and whether it is in an event. Defers the batches it reads; after
 *                            a hand-over, it runs the first one and submits the others (all, if memory is short);
 *                            keepsLeading
 * </pre>
 */
package io.grizzlythrift.strategy.leader;
