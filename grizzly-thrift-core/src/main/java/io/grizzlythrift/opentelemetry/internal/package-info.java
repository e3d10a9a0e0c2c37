/**
 * The common part of the telemetry of servers and clients, following OpenTelemetry's semantic conventions for RPC,
 * version 1.45.
 */
package io.grizzlythrift.opentelemetry.internal;
