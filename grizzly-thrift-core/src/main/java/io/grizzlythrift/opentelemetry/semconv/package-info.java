/**
 * The common part of the telemetry of servers and clients, following OpenTelemetry's semantic conventions for RPC,
 * version 1.45. Not exported to users.
 *
 * <pre>
 *   ThriftServerTelemetry (opentelemetry), ThriftClientTelemetry (client)
 *        |
 *        v
 *   RpcTelemetry    tracer, propagator and histogram (its buckets) of one side, ofServer or ofClient; starts spans
 *        |          (system, method, parent), ends them with an error type, records durations in seconds; whether any
 *        |          of it is enabled
 *        |  RpcAttributes   the names (keys) of attributes; method: "service/method"; builder: those of both sides
 *        v
 *   ContextScope    makes a context current on a thread, and puts its ids (of trace and span, flags) into slf4j's MDC
 *                   (mdc); close restores the ids of the outer one
 * </pre>
 */
package io.grizzlythrift.opentelemetry.semconv;
