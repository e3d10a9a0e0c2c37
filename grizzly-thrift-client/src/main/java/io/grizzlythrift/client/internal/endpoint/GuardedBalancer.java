package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.balance.BalancedCall;
import io.grizzlythrift.client.balance.BalancedEndpoint;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wraps the balancer of a client. If that throws or returns an index out of range, the default one picks. Thread-safe. */
final class GuardedBalancer implements Balancer {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedBalancer.class);

    private final String client;
    private final Balancer balancer;
    private final LogLimiter limiter = new LogLimiter(System::nanoTime);

    /** @param client the name of the client, for the log */
    GuardedBalancer(String client, Balancer balancer) {
        this.client = client;
        this.balancer = balancer;
    }

    @Override
    public Picker picker(List<? extends BalancedEndpoint> endpoints) {
        Picker fallback = Balancer.peakEwma().picker(endpoints);
        Picker picker;
        try {
            picker = balancer.picker(endpoints);
        } catch (RuntimeException | Error e) {
            failed(e);
            return fallback;
        }
        int size = endpoints.size();
        return (call, avoided) -> pick(picker, fallback, size, call, avoided);
    }

    private int pick(Picker picker, Picker fallback, int size, BalancedCall call, BalancedEndpoint avoided) {
        try {
            int picked = picker.pick(call, avoided);
            if (picked >= 0 && picked < size) {
                return picked;
            }
            failed(new IndexOutOfBoundsException("server " + picked + " of " + size));
        } catch (RuntimeException | Error e) {
            failed(e);
        }
        return fallback.pick(call, avoided);
    }

    private void failed(Throwable thrown) {
        limiter.log(suppressed -> LOG.error(
                "client '{}': the balancer {} failed{}", client, balancer, LogLimiter.suffix(suppressed), thrown));
    }
}
