package io.grizzlythrift.samples.guide;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.apache.thrift.TException;

/** Makes a call again only if it certainly did not run. */
final class Retry {
    private Retry() {}

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
