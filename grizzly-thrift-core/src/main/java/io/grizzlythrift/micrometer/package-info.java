/**
 * Publishes the counters and metrics of a server to Micrometer. The only package that needs
 * {@code io.micrometer:micrometer-core}, an optional dependency.
 *
 * <pre>
 *   ServerCounters, ServerMetrics (metrics)   always recorded by the server
 *        |  ThriftServerMetricsBinder           a MeterBinder: registers gauges and counters of the server, from
 *        |                                      getters of ServerCounters, also by LimitType, CallPriority and
 *        |                                      MemoryPart; binds each method (bindMethod); closes;
 *        |                                      publishes the text of Prometheus on the port of the server
 *        |  MethodMeters                        meters of one method: calls by outcome; bytes; FunctionTimer: queued,
 *        |                                      handled; placement
 *        |  BoundMeters                         its meters in one registry: each Supplier registers one, in place of that of
 *        |                                      another server of the same name; removes those not replaced since
 *        |  TagValues                           enum constants as tag values, in lower case
 *        v
 *   MeterRegistry                             Prometheus, StatsD, JMX, ...
 *        |  PrometheusText                      finds the text of a Prometheus registry (scrape, by reflection), even
 *        |                                      within a composite
 *        ^
 *        |  ThriftServerCallTimer               an interceptor: one Timer per service, method and outcome (Key),
 *        |                                      created at the first such call, with the user's settings; beyond a
 *        |                                      limit, further methods share one (CalledMethods, metrics.recorder)
 *   CallContext, CallOutcome (call)
 * </pre>
 */
package io.grizzlythrift.micrometer;
