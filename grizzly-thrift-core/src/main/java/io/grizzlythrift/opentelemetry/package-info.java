/**
 * Creates spans and metrics of a server for OpenTelemetry. The only package that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 *
 * <pre>
 *   headers of a call, or argument field 8888 --&gt; ThriftServerTelemetry --&gt; OpenTelemetry: span, rpc.server.call.duration
 *                                                      |       an interceptor; names services and methods (others
 *                                                      |       by CalledMethods), caches the attributes of durations
 *                                                      |       by method and outcome (Key); error types of outcomes
 *                                                      v
 *                                                 ServerSpan   one call, its listener: extracts the parent from the
 *                                                      |       headers (TextMapGetter); its context is current while
 *                                                      |       its handler runs; peer; ended: renames the span of an
 *                                                      |       unknown method, ends it, records the time
 *                                                      v
 *                                                 RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.opentelemetry;
