package io.grizzlythrift.bench.service;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;

/**
 * A service whose calls wait before they run, as on a slow server: every call, or every nth call.
 *
 * @param service the service
 * @param delay how long calls wait
 * @param every n, if every nth call of the server waits; 1 for every call
 */
public record DelayedService(ServedService service, Duration delay, int every) implements ServedService {
    private static final Duration MAX_DELAY = Duration.ofMinutes(1);
    private static final int MAX_EVERY = 1_000_000;

    /** Checks the bounds. */
    public DelayedService {
        requireNonNull(service, "service");
        requireBetween("delay", delay, Duration.ZERO, MAX_DELAY);
        requireBetween("delay-every", every, 1, MAX_EVERY);
    }

    /**
     * {@return a service whose calls wait; the service itself if the delay is zero, so that there is no overhead}
     *
     * @throws IllegalArgumentException if the delay or the number is out of bounds
     */
    public static ServedService of(ServedService service, Duration delay, int every) {
        DelayedService delayed = new DelayedService(service, delay, every);
        if (delay.isZero() && every != 1) {
            throw new IllegalArgumentException("delay-every is " + every + ", must be left out without --delay");
        }
        return delay.isZero() ? service : delayed;
    }

    @Override
    public TProcessor processor() {
        return new Delaying(service.processor(), delay.toNanos(), every);
    }

    private static final class Delaying implements TProcessor {
        private final TProcessor processor;
        private final long nanos;
        private final int every;
        private final AtomicLong calls = new AtomicLong();

        Delaying(TProcessor processor, long nanos, int every) {
            this.processor = processor;
            this.nanos = nanos;
            this.every = every;
        }

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            if (calls.incrementAndGet() % every == 0) {
                long end = System.nanoTime() + nanos;
                for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
            processor.process(in, out);
        }
    }
}
