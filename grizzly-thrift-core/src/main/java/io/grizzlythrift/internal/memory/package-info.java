/**
 * Limits the memory that peers can make a server use. One budget bounds partial frames, waiting frames and replies of
 * all connections together.
 *
 * <pre>
 *   MemoryBudget      one per server: the sums of all connections
 *      |   over the bound: empties the largest account and closes its connection
 *      +-- MemoryAccount     one per connection: charged by the code that allocates
 *             |-- MemoryOwner       the connection: pauses reading, or ends
 *             +-- DroppableFrames   waiting calls that can be dropped
 * </pre>
 */
package io.grizzlythrift.internal.memory;
