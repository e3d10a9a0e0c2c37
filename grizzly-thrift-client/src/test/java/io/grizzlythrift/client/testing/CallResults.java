package io.grizzlythrift.client.testing;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Waits for the end of calls, and returns their results and failures. */
public final class CallResults {
    public static final int TIMEOUT_SECONDS = 30;

    private CallResults() {}

    public static <T> T result(Future<T> call) throws Exception {
        return call.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    public static Throwable thrown(Future<?> call) {
        return expectThrows(ExecutionException.class, () -> result(call)).getCause();
    }

    /** Returns the failure of a call that must not have a reply. */
    public static CallFailedException failure(Future<?> call) {
        Throwable thrown = thrown(call);
        if (thrown instanceof CallFailedException failure) {
            return failure;
        }
        throw new AssertionError("unexpected failure", thrown);
    }

    public static CallFailedException failure(Future<?> call, FailureCause cause, boolean mayHaveRun) {
        CallFailedException failure = failure(call);
        assertEquals(failure.failure(), cause, failure.getMessage());
        assertEquals(failure.mayHaveRun(), mayHaveRun, failure.getMessage());
        return failure;
    }
}
