package io.grizzlythrift.client.internal.connection;

import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.QueuedBytes;
import io.grizzlythrift.client.internal.call.StubHeaders;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.internal.message.FormatProtocols;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * The objects that all parts of a client share.
 *
 * @param clock returns the nanoseconds since the client was created
 * @param buffers the direct buffers through which connections are read and written
 * @param slowMethods which methods are known to be slow, at any server
 * @param logLimits limits what is logged about all servers
 */
public record ClientContext(
        ThriftClientConfig config,
        ClientThreads threads,
        CallCompletion completion,
        CodecPool codecs,
        LongSupplier clock,
        DirectBuffers buffers,
        SlowMethods slowMethods,
        ServerLogLimits logLimits) {
    public ClientContext(
            ThriftClientConfig config,
            ClientThreads threads,
            CallCompletion completion,
            CodecPool codecs,
            LongSupplier clock) {
        this(
                config,
                threads,
                completion,
                codecs,
                clock,
                DirectBuffers.OF_PROCESS,
                new SlowMethods(),
                new ServerLogLimits(clock));
    }

    /** {@return the maximum number of calls in flight per connection: sent, without a reply} */
    public int maxInFlight() {
        boolean one = config.dialect() == Dialect.UNFRAMED && !config.pipelineUnframed();
        return one ? 1 : config.maxInFlightPerConnection();
    }

    /** {@return how messages are framed on a connection} */
    public WireFormat format() {
        return formatOf(config);
    }

    /** {@return how messages are framed on the connections of a client} The frames of SASL take the place of plain ones. */
    public static WireFormat formatOf(ThriftClientConfig config) {
        boolean isSaslFrame = config.sasl().isPresent() && config.dialect() == Dialect.FRAMED;
        return FormatProtocols.formatOf(isSaslFrame ? Dialect.UNFRAMED : config.dialect(), config.protocol());
    }

    /**
     * Returns the headers of calls with these options; empty if the dialect of the client has no headers, and no interceptor
     * writes headers into the arguments.
     *
     * @throws IllegalArgumentException if the options need headers but the dialect has none, or if the headers of the options
     *     and of the client together exceed {@link HeaderMap#MAX_BYTES}
     */
    public Optional<StubHeaders> headers(CallOptions options) {
        OptionalInt protocolId = format().headerProtocolId();
        if (protocolId.isEmpty()) {
            if (!options.headers().isEmpty()
                    || !options.computedHeaders().isEmpty()
                    || options.replyHeaders().isPresent()) {
                throw new IllegalArgumentException("dialect of the client is " + config.dialect()
                        + ", must be HEADER for the headers of " + options);
            }
            return haveArgumentHeaders()
                    ? Optional.of(new StubHeaders(protocolId, List.of(), HeaderMap.NONE, Map.of(), Optional.empty()))
                    : Optional.empty();
        }
        return Optional.of(new StubHeaders(
                protocolId,
                config.transform().map(List::of).orElse(List.of()),
                HeaderMap.NONE.withAll(config.headers()).withAll(options.headers()),
                options.computedHeaders(),
                options.replyHeaders()));
    }

    private boolean haveArgumentHeaders() {
        return (config.protocol() == ThriftProtocol.BINARY || config.protocol() == ThriftProtocol.COMPACT)
                && config.interceptors().stream().anyMatch(ClientInterceptor::writesArgumentHeaders);
    }

    public QueuedBytes memory() {
        return completion.memory();
    }

    public long now() {
        return clock.getAsLong();
    }
}
