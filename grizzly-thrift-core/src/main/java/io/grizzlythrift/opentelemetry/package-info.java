/**
 * Creates spans and metrics of a server for OpenTelemetry. The only package that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 *
 * <pre>
 *   headers of a call, or argument field 8888 --&gt; ThriftServerTelemetry --&gt; OpenTelemetry: span, rpc.server.call.duration
 *                                                      |       an interceptor; names services and methods, caches the
 *                                                      |       attributes of durations by method and outcome; error
 *                                                      |       types of outcomes
 *                                                      v
 *                                                 ServerSpan   one call, its listener: extracts the parent from the
 *                                                      |       headers; its context is current while its handler runs;
 *                                                      |       peer; ends the span
 *                                                      v
 *                                                 RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.opentelemetry;
