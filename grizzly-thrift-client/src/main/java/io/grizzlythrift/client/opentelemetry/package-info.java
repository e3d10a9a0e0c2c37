/**
 * Spans and metrics of a client for OpenTelemetry. The only package of the client that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 *
 * <pre>
 *   current context --&gt; ThriftClientTelemetry --&gt; OpenTelemetry: span, rpc.client.call.duration
 *                            |       an interceptor, created by users: service name, headers in arguments, log context;
 *                            |       builds and keeps attributes by method, endpoint (server address, port) and error
 *                            |       type (Key), up to 10,000
 *                            v
 *                       ClientSpan   the listener of one call: start injects its context into headers (addHeader; skips
 *                            |       one that is too large) or argument field 8888; ended sets attributes and records
 *                            |       the time; is it an error (errorOf: a FailureCause or TApplicationException)? Makes
 *                            |       the caller's context current in callbacks, even nested ones (OpenScope, INNERMOST)
 *                            v
 *                       RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.client.opentelemetry;
