/**
 * One trace across two servers, printed by OpenTelemetry.
 *
 * <pre>
 *   TracedCall: span "visit" --HEADER: traceparent--&gt; front: RelayingHandler --frames: field 8888--&gt; back: CalculatorHandler
 *                   |                                   |                                              |
 *                   +-----------------------------------+---------------- spans -----------------------+
 *                                                       v
 *                                              LoggingSpanExporter
 * </pre>
 */
package io.grizzlythrift.samples.tracing;
