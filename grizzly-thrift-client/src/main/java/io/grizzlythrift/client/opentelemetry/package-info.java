/**
 * Spans and metrics of a client for OpenTelemetry. The only package of the client that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 *
 * <pre>
 *   current context --&gt; ThriftClientTelemetry --&gt; OpenTelemetry: span, rpc.client.call.duration
 *                            |       what the user makes, an interceptor: service name, headers in arguments, log context;
 *                            |       builds and keeps attributes by method, endpoint and error
 *                            v
 *                       ClientSpan   the listener of one call: start injects its context into headers or argument field 8888;
 *                            |       ended sets attributes and records the time; is it an error (errorOf)? The
 *                            |       caller's context is current in callbacks, also nested ones (OpenScope)
 *                            v
 *                       RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.client.opentelemetry;
