/**
 * Creates spans and metrics of a client for OpenTelemetry. The only package of the client that needs {@code
 * io.opentelemetry:opentelemetry-api}, an optional dependency.
 */
@NullMarked
package io.grizzlythrift.client.opentelemetry;

import org.jspecify.annotations.NullMarked;
