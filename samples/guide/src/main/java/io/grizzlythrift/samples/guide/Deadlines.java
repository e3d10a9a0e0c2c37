package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;

/** Calls with a shorter deadline, and calls that the caller abandons. */
final class Deadlines {
    private Deadlines() {}

    static Optional<Integer> addQuickly(ThriftClient client) throws TException {
        // @start region=deadline
        CallOptions quickly = CallOptions.create().withTimeout(Duration.ofMillis(200));
        Calculator.Iface calculator = client.stub(Calculator.Iface.class, quickly);
        try {
            return Optional.of(calculator.add(1, 1));
        } catch (CallTimeoutException e) {
            return Optional.empty(); // at the deadline: queued, in transit or in the handler
        }
        // @end region=deadline
    }

    static boolean giveUp(ThriftClient client) throws TException {
        Calculator.FutureIface calculator = client.stub(Calculator.FutureIface.class);
        // @start region=cancel
        CompletableFuture<Integer> sum = calculator.add(1, 1);
        boolean abandoned = sum.cancel(true); // false if the reply came first
        // @end region=cancel
        return abandoned;
    }
}
