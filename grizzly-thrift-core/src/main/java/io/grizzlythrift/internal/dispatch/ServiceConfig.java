package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.metrics.CountedMethods;
import io.grizzlythrift.internal.security.SecurityConfig;
import io.grizzlythrift.limits.ServerLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TTransport;

/**
 * The processors, protocol, limits and interceptors of a server. Immutable. Created by {@link
 * io.grizzlythrift.server.ServiceOptions}, which checks the bounds.
 *
 * @param jsonCalls whether HTTP requests may call methods in JSON
 * @param catalog describes the services
 * @param clock tells the timeout monitor the time, as {@link System#nanoTime()} does
 */
public record ServiceConfig(
        String name,
        Optional<TProtocolFactory> protocol,
        Optional<TProcessorFactory> processors,
        Map<String, TProcessor> named,
        ReplyOrder replyOrder,
        ServerLimits limits,
        List<ServerInterceptor> interceptors,
        Optional<PriorityClassifier> priorities,
        Optional<Duration> slowCallThreshold,
        boolean interruptCancelledCalls,
        Map<String, MethodOptions> methods,
        SecurityConfig security,
        boolean jsonCalls,
        ServerCatalog catalog,
        LongSupplier clock) {

    /** Declares the methods of the processors to the metrics, except of processors that a user's factory creates. */
    public void declareMethods(CountedMethods names) {
        processors
                .filter(factory -> factory.getClass() == TProcessorFactory.class)
                .ifPresent(factory -> names.declare(Optional.empty(), factory.getProcessor(null)));
        named.forEach((service, processor) -> names.declare(Optional.of(service), processor));
    }

    /**
     * {@return the names of all methods, as in the header of a call; empty if a user's factory creates the processors,
     * or if a processor does not declare its methods}
     */
    public Optional<Set<String>> declaredMethods() {
        if (processors.isPresent() && processors.get().getClass() != TProcessorFactory.class) {
            return Optional.empty();
        }
        Set<String> declared = new TreeSet<>();
        if (processors.isPresent() && !addDeclared("", processors.get().getProcessor(null), declared)) {
            return Optional.empty();
        }
        for (Map.Entry<String, TProcessor> service : named.entrySet()) {
            if (!addDeclared(service.getKey() + TMultiplexedProtocol.SEPARATOR, service.getValue(), declared)) {
                return Optional.empty();
            }
        }
        return Optional.of(declared);
    }

    private static boolean addDeclared(String prefix, TProcessor processor, Set<String> into) {
        Optional<Set<String>> methods = CountedMethods.declaredBy(processor);
        methods.ifPresent(names -> names.forEach(name -> into.add(prefix + name)));
        return methods.isPresent();
    }

    /** {@return the timeouts of methods that replace those of the server} */
    public List<Duration> methodTimeouts() {
        return methods.values().stream()
                .flatMap(options -> Stream.of(options.queueTimeout(), options.callTimeout()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** {@return the services of a new connection; a processor factory receives the connection as a transport} */
    public ProcessorTable servicesOf(TTransport connection) {
        TProcessor plain =
                processors.map(factory -> factory.getProcessor(connection)).orElse(null);
        return new ProcessorTable(plain, named);
    }
}
