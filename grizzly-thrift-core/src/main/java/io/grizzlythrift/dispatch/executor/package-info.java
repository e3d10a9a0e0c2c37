/**
 * Runs calls, each on one thread: decodes, invokes and encodes.
 *
 * <pre>
 *   a thread of the strategy has claimed a call
 *      v
 *   CallExecutor    one per thread: runs or rejects the call, and keeps its reply until it flushes
 *      v
 *   CallReader      restores a compressed payload, reads the header of the message
 *      v
 *   CallInvoker     interceptors, processor, handler
 *      v
 *   ReplyBuffer     the encoded reply
 * </pre>
 */
package io.grizzlythrift.dispatch.executor;
