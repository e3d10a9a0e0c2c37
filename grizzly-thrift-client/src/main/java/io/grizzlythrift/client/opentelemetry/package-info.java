/**
 * Spans and metrics of a client for OpenTelemetry. The only package of the client that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 *
 * <pre>
 *   current context --&gt; ThriftClientTelemetry --&gt; OpenTelemetry: span, rpc.client.call.duration
 *                            |       an interceptor; keeps attributes
 *                            v
 *                       ClientSpan   one call: headers or argument field 8888 carry its context; the caller's is current in
 *                            |       callbacks
 *                            v
 *                       RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.client.opentelemetry;
