/**
 * Keeps what is costly to create for its next use.
 *
 * <pre>
 *   DirectBuffers      direct buffers for reads from and writes to sockets: one per long-lived thread, 16 or more
 *                      shared by all others (OF_PROCESS); take, or tryTake, which may return none
 *   ObjectPool         a bounded pool of idle objects (offer, take), in slots without a lock; the id of the thread
 *                      selects the first slot
 *   LongLivedThreads   whether the current thread (a DefaultWorkerThread) may cache objects for its next call
 *   ThreadValues       a value of each thread (get, set, remove), which its owner takes back when it closes (clear)
 * </pre>
 */
package io.grizzlythrift.memory.pool;
