package io.grizzlythrift.dispatch.service;

import io.grizzlythrift.call.CallInterceptor;
import io.grizzlythrift.call.CallPriorities;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ProcessorTable;
import io.grizzlythrift.metrics.recorder.CountedMethods;
import io.grizzlythrift.server.ServiceOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TTransport;

/**
 * The processors, protocol, limits and interceptors of a server. Immutable. Made by {@link ServiceOptions}, which
 * checks the bounds.
 */
public record ServiceConfig(
        String name,
        TProtocolFactory protocol,
        Optional<TProcessorFactory> processors,
        Map<String, TProcessor> named,
        ReplyOrder replyOrder,
        int maxFrameBytes,
        ServerLimits limits,
        List<CallInterceptor> interceptors,
        Optional<CallPriorities> priorities,
        Optional<ConcurrencyLimit> concurrencyLimit,
        Optional<Duration> slowCallThreshold,
        boolean interruptCancelledCalls) {

    /** Returns the size limits for a protocol: a new object for each, because libthrift's setters write to it. */
    public TConfiguration thriftConfiguration() {
        return TConfiguration.custom()
                .setMaxMessageSize(maxFrameBytes)
                .setMaxFrameSize(maxFrameBytes)
                .build();
    }

    /** Declares the methods of the processors to the metrics, except those that a factory of the user makes. */
    public void declareMethods(CountedMethods names) {
        processors
                .filter(factory -> factory.getClass() == TProcessorFactory.class)
                .ifPresent(factory -> names.declare(Optional.empty(), factory.getProcessor(null)));
        named.forEach((service, processor) -> names.declare(Optional.of(service), processor));
    }

    /** {@return the services of a new connection, which processor factories see as a transport} */
    public ProcessorTable servicesOf(TTransport connection) {
        TProcessor plain =
                processors.map(factory -> factory.getProcessor(connection)).orElse(null);
        return new ProcessorTable(plain, named);
    }
}
