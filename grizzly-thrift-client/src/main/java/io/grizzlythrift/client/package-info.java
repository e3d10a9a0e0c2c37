/**
 * The place of the pooled client that pipelines. Nothing is here yet; until it is, any framed Thrift client works with
 * the server.
 *
 * <pre>
 *   stub (Iface | AsyncIface | FutureIface)
 *        v
 *   call: sequence id, deadline, completion
 *        v
 *   connection: pooled per endpoint, least in flight first
 *        v
 *   outbound queue, single writer            reply -> in-flight table by sequence id
 * </pre>
 */
package io.grizzlythrift.client;
