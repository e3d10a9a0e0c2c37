package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;

import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records the start and the end of each call. */
final class RecordingInterceptor implements ClientInterceptor {
    private final BlockingQueue<ClientCallInfo> calls = new LinkedBlockingQueue<>();
    private final BlockingQueue<ClientCallOutcome> completion = new LinkedBlockingQueue<>();

    @Override
    public ClientCallListener begin(ClientCallInfo call) {
        calls.add(call);
        return completion::add;
    }

    /** Waits for the start of the next call. */
    ClientCallInfo call() throws InterruptedException {
        return next(calls);
    }

    /** Waits for the end of the next call. */
    ClientCallOutcome outcome() throws InterruptedException {
        return next(completion);
    }

    /** Waits for the end of the next call, which must have failed. */
    ClientCallOutcome failure(FailureCause cause) throws InterruptedException {
        ClientCallOutcome outcome = outcome();
        assertEquals(outcome.kind(), Kind.FAILED, outcome.toString());
        assertEquals(outcome.failure(), Optional.of(cause), outcome.toString());
        assertEquals(outcome.replyBytes() > 0, cause == FailureCause.UNREADABLE_REPLY, outcome.toString());
        return outcome;
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(ProbeServer.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(next, "the interceptor was not called");
        return next;
    }

    /** Fails if there were more calls than the test took. */
    void assertNoMore() {
        assertEquals(calls.size(), 0, "calls started: " + calls);
        assertEquals(completion.size(), 0, "calls ended: " + completion);
    }
}
