/**
 * The objects that all parts of a client share.
 *
 * <pre>
 *   stub, pool, endpoint, connection
 *        |
 *        v
 *   ClientContext         record: config, threads, completion, codecs, clock, direct buffers; timeout and StubHeaders (codec)
 *                         from CallOptions; maxInFlight, 1 if unframed calls are not pipelined
 * </pre>
 */
package io.grizzlythrift.client.context;
