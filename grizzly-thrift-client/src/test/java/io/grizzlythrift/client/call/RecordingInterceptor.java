package io.grizzlythrift.client.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotNull;

import io.grizzlythrift.client.call.ClientCallOutcome.Kind;
import io.grizzlythrift.client.testing.scripted.ScriptedServer;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Notes what it is told of each call. */
final class RecordingInterceptor implements ClientInterceptor {
    private final BlockingQueue<ClientCallInfo> calls = new LinkedBlockingQueue<>();
    private final BlockingQueue<ClientCallOutcome> completion = new LinkedBlockingQueue<>();

    @Override
    public ClientCallListener begin(ClientCallInfo call) {
        calls.add(call);
        return completion::add;
    }

    /** Waits for the next call that begins. */
    ClientCallInfo call() throws InterruptedException {
        return next(calls);
    }

    /** Waits for the next call that ends. */
    ClientCallOutcome outcome() throws InterruptedException {
        return next(completion);
    }

    /** Waits for the next call that ends, which must have failed. */
    ClientCallOutcome failure(FailureCause cause) throws InterruptedException {
        ClientCallOutcome outcome = outcome();
        assertEquals(outcome.kind(), Kind.FAILED, outcome.toString());
        assertEquals(outcome.failure(), Optional.of(cause), outcome.toString());
        assertEquals(outcome.replyBytes() > 0, cause == FailureCause.UNREADABLE_REPLY, outcome.toString());
        return outcome;
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(ScriptedServer.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(next, "the interceptor was not told");
        return next;
    }

    /** Fails if it was told of more calls than a test took. */
    void assertNoMore() {
        assertEquals(calls.size(), 0, "calls begun: " + calls);
        assertEquals(completion.size(), 0, "calls ended: " + completion);
    }
}
