/**
 * Bounds the memory that peers can make a server use.
 *
 * <pre>
 *   MemoryBudget, one per server: maxBytes, bytes used by all connections
 *      |
 *      +-- MemoryAccount, one per connection: bytes of each MemoryPart (the purpose: partial frames, waiting frames, ...)
 *      |       charge / release / move             called by the code that allocates, once per read or run of replies
 *      |       mayKeepReading, mayResumeReading,   called before a connection gets more
 *      |       mayStartCall
 *      |
 *      +-- budget exceeded: the largest account is emptied
 *              --> MemoryOwner.terminateForMemory  the connection behind the account
 *              --> DroppableFrames.drop            its calls that no thread has started
 *
 *   HeapCheck          sums up the budgets of all servers of this JVM, warns at start if the heap is too small
 *   ObjectPool         a bounded stack of reusable objects
 *   LongLivedThreads   whether the current thread may cache objects for its next call
 * </pre>
 */
package io.grizzlythrift.memory;
