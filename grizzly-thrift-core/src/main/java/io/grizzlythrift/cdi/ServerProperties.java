package io.grizzlythrift.cdi;

import io.grizzlythrift.internal.binding.OptionProperties;
import io.grizzlythrift.internal.binding.PropertySource;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Describes a server by the properties {@code grizzly.thrift.server.NAME.*}. */
final class ServerProperties {
    static final String PREFIX = "grizzly.thrift.server.";

    /** Without dots, so that no server's properties can be taken for another's. */
    private static final Pattern NAME = Pattern.compile("[\\w-]+");

    private static final String DEFAULT_HOST = "127.0.0.1";

    private ServerProperties() {}

    /**
     * Returns a builder with all options that are set.
     *
     * @param portRequired whether nothing else can set an address
     * @throws IllegalArgumentException if a property is unknown, out of bounds or missing; the message names it
     */
    static ThriftServerBuilder builder(PropertySource source, String server, boolean portRequired) {
        if (!NAME.matcher(server).matches()) {
            throw new IllegalArgumentException(
                    "server name is '" + server + "', must consist of letters, digits, '-' and '_'");
        }
        OptionProperties properties = new OptionProperties(source, PREFIX + server + ".");
        ThriftServerBuilder builder = ThriftServer.builder().name(server);
        setAddress(properties, builder, portRequired);
        setStrategy(properties, builder);
        properties.applyTo(builder, Set.of("name"));
        setLimits(properties, builder);
        properties.requireNoOthers();
        return builder;
    }

    private static void setAddress(OptionProperties properties, ThriftServerBuilder builder, boolean portRequired) {
        Optional<String> host = properties.get("host", String.class);
        boolean set = properties.apply("port", int.class, port -> builder.listen(host.orElse(DEFAULT_HOST), port));
        if (!set && (portRequired || host.isPresent())) {
            throw new IllegalArgumentException(properties.nameOf("port")
                    + " is not set: it must be the port to listen on, 0 to 65535; 0 for any free port");
        }
    }

    private static void setStrategy(OptionProperties properties, ThriftServerBuilder builder) {
        properties.apply("strategy", String.class, name -> builder.strategy(strategy(name, Optional.empty())));
        String name = properties.get("strategy", String.class).orElse(WorkerThreadStrategy.NAME);
        properties.apply("threads", int.class, threads -> builder.strategy(strategy(name, Optional.of(threads))));
    }

    private static ProcessingStrategy strategy(String name, Optional<Integer> threads) {
        return switch (name) {
            case SameThreadStrategy.NAME -> {
                if (threads.isPresent()) {
                    throw new IllegalArgumentException("the strategy " + name + " has no threads of its own");
                }
                yield SameThreadStrategy.create();
            }
            case WorkerThreadStrategy.NAME ->
                of(threads, WorkerThreadStrategy::ofThreads, WorkerThreadStrategy::create);
            case LeaderFollowerStrategy.NAME ->
                of(threads, LeaderFollowerStrategy::ofThreads, LeaderFollowerStrategy::create);
            case AdaptiveStrategy.NAME -> of(threads, AdaptiveStrategy::ofThreads, AdaptiveStrategy::create);
            case VirtualThreadStrategy.NAME ->
                of(threads, VirtualThreadStrategy::ofThreads, VirtualThreadStrategy::create);
            default ->
                throw new IllegalArgumentException("there is no strategy '" + name + "', only "
                        + String.join(
                                ", ",
                                SameThreadStrategy.NAME,
                                WorkerThreadStrategy.NAME,
                                LeaderFollowerStrategy.NAME,
                                AdaptiveStrategy.NAME,
                                VirtualThreadStrategy.NAME));
        };
    }

    private static ProcessingStrategy of(
            Optional<Integer> threads,
            IntFunction<ProcessingStrategy> ofThreads,
            Supplier<ProcessingStrategy> byDefault) {
        return threads.map(ofThreads::apply).orElseGet(byDefault);
    }

    private static void setLimits(OptionProperties properties, ThriftServerBuilder builder) {
        ServerLimits.Builder limits = ServerLimits.builder();
        properties.applyTo(limits, Set.of());
        try {
            builder.limits(limits.build());
        } catch (IllegalStateException e) { // limits that do not fit each other
            throw new IllegalArgumentException(properties.nameOf(e.getMessage()), e);
        }
    }
}
