package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.ServerLimits;
import java.util.Optional;
import org.apache.thrift.protocol.TProtocolFactory;

/**
 * What all connections of a server have in common.
 *
 * @param limits the limits of each connection
 * @param limitReporter counts and logs the limits that are reached
 * @param protocol of framed messages; empty if their first byte tells it
 */
public record ConnectionContext(
        ServerLimits limits, LimitReporter limitReporter, Optional<TProtocolFactory> protocol) {}
