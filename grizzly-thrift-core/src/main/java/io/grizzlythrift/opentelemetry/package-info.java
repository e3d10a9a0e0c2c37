/**
 * Spans and metrics of a server for OpenTelemetry. The only package that needs {@code io.opentelemetry:opentelemetry-api}, an
 * optional dependency.
 *
 * <pre>
 *   headers of a call, or argument field 8888 --&gt; ThriftServerTelemetry --&gt; OpenTelemetry: span, rpc.server.call.duration
 *                                                      |       an interceptor; names methods, keeps attributes
 *                                                      v
 *                                                 ServerSpan   one call: its context is current while its handler runs
 *                                                      |
 *                                                      v
 *                                                 RpcTelemetry, ContextScope (opentelemetry.semconv)
 * </pre>
 */
package io.grizzlythrift.opentelemetry;
