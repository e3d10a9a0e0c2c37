package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.apache.thrift.TException;

/** Retries a call if it certainly did not run, or if running it twice does no harm. */
final class Retry {
    private Retry() {}

    static ThriftClientBuilder retrying(ThriftClientBuilder builder) {
        // @start region=policy
        return builder.retries(
                RetryPolicy.create().withMaxRetries(2).withIdempotentMethods("add", "divide")); // they only compute
        // @end region=policy
    }

    static ThriftClientBuilder hedging(ThriftClientBuilder builder) {
        // @start region=hedge
        return builder.retries(RetryPolicy.create().withIdempotentMethods("add"))
                .hedging(HedgePolicy.afterPercentile(95));
        // @end region=hedge
    }

    // @start region=retry
    static int add(Calculator.Iface calculator, int left, int right) throws TException {
        try {
            return calculator.add(left, right);
        } catch (CallFailedException e) {
            if (e.mayHaveRun() || e.failure() == FailureCause.CLIENT_CLOSED) {
                throw e;
            }
            return calculator.add(left, right); // the first call never left this process
        }
    }
    // @end region=retry
}
