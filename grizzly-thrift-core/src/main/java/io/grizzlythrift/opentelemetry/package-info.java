/**
 * Creates spans and metrics of a server for OpenTelemetry. It needs {@code io.opentelemetry:opentelemetry-api}, an
 * optional dependency. The parent of a span comes from the headers of a call or, over plain frames, from its argument
 * field 8888.
 */
@NullMarked
package io.grizzlythrift.opentelemetry;

import org.jspecify.annotations.NullMarked;
