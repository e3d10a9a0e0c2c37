/**
 * One bound for all the memory that peers can make a server hold.
 *
 * <pre>
 *   {@link io.grizzlythrift.memory.MemoryBudget}, one a server: maxBytes, used
 *      |
 *      +-- {@link io.grizzlythrift.memory.MemoryAccount}, one a connection: bytes of each {@link io.grizzlythrift.memory.MemoryPart}
 *      |       charge / release / move          by whoever holds the bytes, once for each read or run of replies
 *      |       mayReadOn, mayResume, mayStart   asked before a connection gets more
 *      |
 *      +-- used up: the account that holds most is emptied --> {@link io.grizzlythrift.memory.MemoryHolder#terminateForMemory}, {@link io.grizzlythrift.memory.WaitingFrames#drop}
 * </pre>
 */
package io.grizzlythrift.memory;
