/**
 * The objects that all parts of a client share.
 *
 * <pre>
 *   stub, pool, endpoint, connection
 *        |
 *        v
 *   ClientContext         record: config, threads, completion, codecs, clock, DirectBuffers (memory.pool); StubHeaders
 *                         (codec) from CallOptions, also for interceptors that write headers into arguments; the
 *                         WireFormat (frame); maxInFlight, 1 if unframed calls are not pipelined
 * </pre>
 */
package io.grizzlythrift.client.context;
