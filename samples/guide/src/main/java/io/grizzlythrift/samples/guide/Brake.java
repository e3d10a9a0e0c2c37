package io.grizzlythrift.samples.guide;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** Starts any number of calls, with a bounded number in flight. */
final class Brake {
    private Brake() {}

    // @start region=brake
    static long sumOfSums(Calculator.AsyncIface calculator, int calls) throws TException, InterruptedException {
        Semaphore places = new Semaphore(1_000);
        AtomicLong total = new AtomicLong();
        for (int i = 0; i < calls; i++) {
            places.acquire();
            calculator.add(i, 1, new AsyncMethodCallback<>() {
                @Override
                public void onComplete(Integer sum) {
                    total.addAndGet(sum);
                    places.release();
                }

                @Override
                public void onError(Exception failure) {
                    places.release();
                }
            });
        }
        places.acquire(1_000); // until the last calls have ended
        return total.get();
    }
    // @end region=brake
}
