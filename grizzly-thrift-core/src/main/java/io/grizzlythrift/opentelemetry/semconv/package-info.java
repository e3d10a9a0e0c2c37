/**
 * What the telemetry of servers and that of clients have in common, by OpenTelemetry's semantic conventions for RPC, version
 * 1.45. Not exported to users.
 *
 * <pre>
 *   ThriftServerTelemetry (opentelemetry), ThriftClientTelemetry (client)
 *        |
 *        v
 *   RpcTelemetry    tracer, propagator and histogram of one side; makes spans, ends them, records durations, says whether
 *        |          any of it is enabled
 *        |  RpcAttributes   the names of attributes; method: "service/method"
 *        v
 *   ContextScope    makes a context current on a thread, and puts its ids into slf4j's MDC (mdc)
 * </pre>
 */
package io.grizzlythrift.opentelemetry.semconv;
