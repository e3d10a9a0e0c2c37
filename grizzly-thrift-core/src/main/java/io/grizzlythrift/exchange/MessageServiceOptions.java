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
 * The options of a {@link MessageService}. The builder of a transport extends this class.
 *
 * <p>These {@link ServerLimits} apply: maxInFlight, queueTimeout, callTimeout, maxBufferedBytes, frameTimeout and
 * writeTimeout. Limits on connections are the responsibility of the server that accepts them. {@link #replyOrder} has
 * no effect, because there is one call per message.
 *
 * @param <B> the builder itself
 */
public abstract class MessageServiceOptions<B extends MessageServiceOptions<B>> extends ServiceOptions<B> {
    private ProcessingStrategy strategy = WorkerThreadStrategy.create();
    private Duration shutdownGrace = Duration.ofSeconds(5);

    /** Called by subclasses. */
    protected MessageServiceOptions() {}

    @Override
    protected abstract B self();

    /**
     * Sets the strategy, which decides which threads run calls. Default: {@link WorkerThreadStrategy#create()}. The
     * service does not read: with SameThread a call runs on the thread that submits its message, with LeaderFollower on
     * any free thread of the strategy.
     *
     * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or your own
     * @return this
     */
    public B strategy(ProcessingStrategy processingStrategy) {
        strategy = Objects.requireNonNull(processingStrategy, "strategy");
        return self();
    }

    /**
     * Sets how long {@link MessageService#close()} waits for calls in flight. Default: 5 seconds.
     *
     * @param grace zero to one hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public B shutdownGrace(Duration grace) {
        shutdownGrace = Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        return self();
    }

    /**
     * Builds the configuration.
     *
     * @return the immutable configuration, which can start a service
     * @throws IllegalStateException if there is no processor
     */
    protected final MessageServiceConfig toConfig() {
        return new MessageServiceConfig(toServiceConfig(), strategy, shutdownGrace);
    }
}
