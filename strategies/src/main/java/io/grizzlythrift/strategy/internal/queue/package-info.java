/**
 * The order in which waiting batches are served, fairly between connections, how long a thread stays with each of them,
 * and how quick each method is. Nothing in the queue is thread-safe: its owner holds a lock.
 *
 * <pre>
 *   FairQueue
 *      |-- PriorityLevels     the highest priority first; a lower one after it was passed over 8 times
 *      |-- FlowRotation       round-robin between the connections of one priority; new connections first
 *      |-- OverloadDetector   after an interval of overload, the newest connection goes first
 *      +-- FairShare          how many of the free places one connection may take
 *   TimeSlice                 when a thread leaves a batch because others wait
 *   MethodPace                whether a method is quick enough for a selector thread; RunDelay does not count
 * </pre>
 */
package io.grizzlythrift.strategy.internal.queue;
