/**
 * Limits the memory that peers can make a server use.
 *
 * <pre>
 *   MemoryBudget, one per server: sums over all connections, in total and for each MemoryPart (waiting frames: the rest
 *      |       of the total); opens the accounts; default: a share of the heap
 *      |       makeRoom      over the bound: finds the largest account under a lock, empties it, terminates its owner,
 *      |                     counts it
 *      |       privilege     one account at a time may complete its frame beyond its share, within a headroom: grants
 *      |                     and revokes it; leftFor: what it leaves to the others
 *      |
 *      +-- MemoryAccount, one per connection: its bytes of each MemoryPart, in fields; its droppable frames, the bytes
 *      |                                       that its incomplete frame still needs, its owner
 *      |       charge / release / moveToUnsent     called by the code that allocates, once per read or run of replies;
 *      |                                           by compare-and-set, until it is closed
 *      |       add / removeWaitingFrames           large ones are droppable; released by the thread that removes them
 *      |       growWaitingFrame                    for a frame that is being decompressed: charged or released as a
 *      |                                           whole, one frame of the server at a time
 *      |       mayKeepReading, mayResumeReading,   compare its bytes with the remaining budget, before a connection
 *      |       mayCharge, mayAllocateAhead,        gets more; beyond its share, with the privilege
 *      |       mayStartCall                        (mayCompleteFrame)
 *      |       describe                            its bytes and the remaining budget as text
 *      |       close, empty                        release everything; empty returns the droppable frames, for the
 *      |                                           budget to drop
 *      |
 *      +-- MemoryOwner       interface: the connection behind an account: pauseReading, terminateForMemory
 *      +-- DroppableFrames   interface: calls of an emptied account that no thread has started: bytes, drop
 *
 *   MemoryPart         enum, the use of memory: partial frames, waiting frames, buffered replies, unsent replies; their
 *                      index
 *   HeapCheck          adds up the budgets of all servers of this JVM (a static total), warns at start if the heap is
 *                      too small, or a budget for one frame; end subtracts a budget, once
 * </pre>
 */
package io.grizzlythrift.memory;
