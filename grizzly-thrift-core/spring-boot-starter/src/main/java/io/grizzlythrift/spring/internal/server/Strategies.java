package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which threads run calls, from properties. */
final class Strategies {
    private Strategies() {}

    /** @param virtualThreads whether they are the default */
    static void set(
            ServerOptions options, BuilderOptions properties, boolean virtualThreads, ThriftServerBuilder builder) {
        String byDefault = virtualThreads ? VirtualThreadStrategy.NAME : WorkerThreadStrategy.NAME;
        String name = options.strategy() == null ? byDefault : options.strategy();
        ProcessingStrategy[] strategy = new ProcessingStrategy[1];
        properties.set("strategy", name, each -> strategy[0] = of(each));
        if (options.threads() != null) {
            properties.set("threads", options.threads(), threads -> strategy[0] = of(name, threads));
        }
        requireOption(options.queueCapacity(), "queueCapacity", properties, strategy[0]);
        requireOption(options.quickBound(), "quickBound", properties, strategy[0]);
        builder.strategy(properties.applied(strategy[0]));
    }

    private static void requireOption(
            @Nullable Object value, String option, BuilderOptions properties, ProcessingStrategy strategy) {
        if (value != null && !BuilderOptions.has(strategy, option)) {
            properties.set(option, value, each -> {
                throw new IllegalArgumentException("the strategy " + strategy.name() + " has no such option");
            });
        }
    }

    static void setOfMethods(ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        Map<String, ServerOptions.Method> methods = options.methods() == null ? Map.of() : options.methods();
        methods.forEach((method, each) -> {
            BuilderOptions nested = new BuilderOptions(properties.nameOf("methods") + "." + method + ".", each);
            nested.set(
                    "threads",
                    each.threads() == null ? 0 : each.threads(),
                    threads -> builder.method(method, nested.applied(MethodOptions.ofThreads(threads))));
        });
    }

    private static ProcessingStrategy of(String name) {
        return switch (name) {
            case SameThreadStrategy.NAME -> SameThreadStrategy.create();
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.create();
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.create();
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.create();
            case VirtualThreadStrategy.NAME -> VirtualThreadStrategy.create();
            default -> throw new IllegalArgumentException("there is no such strategy, only " + names());
        };
    }

    private static ProcessingStrategy of(String name, int threads) {
        return switch (name) {
            case WorkerThreadStrategy.NAME -> WorkerThreadStrategy.ofThreads(threads);
            case LeaderFollowerStrategy.NAME -> LeaderFollowerStrategy.ofThreads(threads);
            case AdaptiveStrategy.NAME -> AdaptiveStrategy.ofThreads(threads);
            case VirtualThreadStrategy.NAME -> VirtualThreadStrategy.ofThreads(threads);
            default -> throw new IllegalArgumentException("the strategy " + name + " has no threads of its own");
        };
    }

    private static String names() {
        return String.join(
                ", ",
                SameThreadStrategy.NAME,
                WorkerThreadStrategy.NAME,
                LeaderFollowerStrategy.NAME,
                AdaptiveStrategy.NAME,
                VirtualThreadStrategy.NAME);
    }
}
