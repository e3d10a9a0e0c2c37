/**
 * Creates spans and metrics of a server for OpenTelemetry. It needs {@code io.opentelemetry:opentelemetry-api}, an
 * optional dependency. The parent of a span comes from the headers of a call or, over plain frames, from its argument
 * field 8888.
 */
package io.grizzlythrift.opentelemetry;
