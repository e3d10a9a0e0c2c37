package io.grizzlythrift.exchange;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.Objects;

/**
 * The options of a {@link MessageService}, to be extended by the builder of what receives its messages.
 *
 * <p>Of the {@link ServerLimits}, those of calls and of frames hold: maxInFlight, queueTimeout, callTimeout,
 * maxBufferedBytes, frameTimeout, and writeTimeout. What is about connections is for whoever accepts them. There
 * is one call per message, so {@link #replyOrder} changes nothing.
 *
 * @param <B> the builder itself
 */
public abstract class MessageServiceOptions<B extends MessageServiceOptions<B>> extends ServiceOptions<B> {
    private ProcessingStrategy strategy = WorkerThreadStrategy.create();
    private Duration shutdownGrace = Duration.ofSeconds(5);

    /** For the builder that extends this. */
    protected MessageServiceOptions() {}

    @Override
    protected abstract B self();

    /**
     * Which threads run calls. Default: {@link WorkerThreadStrategy#create()}. Reading is not the service's: with
     * SameThread a call runs on the thread that brought its message, with LeaderFollower on any thread that is free.
     *
     * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or one's own
     * @return this
     */
    public B strategy(ProcessingStrategy processingStrategy) {
        strategy = Objects.requireNonNull(processingStrategy, "strategy");
        return self();
    }

    /**
     * How long the end of the service waits for calls in flight. Default: 5 seconds.
     *
     * @param grace zero to one hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B shutdownGrace(Duration grace) {
        Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        shutdownGrace = grace;
        return self();
    }

    /**
     * What was set so far.
     *
     * @return immutable; a service can be started from it
     * @throws IllegalStateException if there is no processor
     * @throws IllegalArgumentException if the strategy cannot do without a selector of its own
     */
    protected final MessageServiceConfig toConfig() {
        strategy.checkSelectorThreads(MessageServiceConfig.SELECTOR_THREADS);
        return new MessageServiceConfig(toServiceConfig(), strategy, shutdownGrace);
    }
}
