/**
 * The order in which waiting batches are served, fairly between connections, and how long a thread stays with each of
 * them. Nothing here is thread-safe: the owner of a queue holds a lock.
 *
 * <pre>
 *   FairQueue
 *      |-- PriorityLevels     the highest priority first; a lower one after it was passed over 8 times
 *      |-- FlowRotation       round-robin between the connections of one priority; new connections first
 *      |-- OverloadDetector   after an interval of overload, the newest connection goes first
 *      +-- FairShare          how many of the free places one connection may take
 *   TimeSlice                 when a thread leaves a batch because others wait
 * </pre>
 */
package io.grizzlythrift.strategy.queue;
