package io.grizzlythrift.bench.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.testng.annotations.Test;

/** As one call ends the next one begins; no call gets lost unnoticed. */
public final class CallChainsTest {
    /** A chain has one call in flight until it is told to stop. */
    @Test
    public void eachAnswerBeginsTheNextCall() {
        Answers answers = new Answers(new PreparedCall(Method.ADD, 0, 0));
        CallChains chains = new CallChains(answers);
        Deque<CallChains.Chain> calls = new ArrayDeque<>();
        chains.begin(calls::add);
        chains.begin(calls::add);
        for (int i = 0; i < 10; i++) {
            assertEquals(calls.size(), 2);
            calls.remove().onComplete(42);
        }
        assertEquals(answers.right(), 10);
        chains.stop(Duration.ZERO);
        assertEquals(answers.errors().first(), Optional.of("2 calls had no answer PT0S after the run"));
        calls.remove().onComplete(42);
        assertEquals(calls.size(), 1, "no call begins after the stop");
    }

    /** A call that fails in any way is an error, and ends its chain. */
    @Test
    public void failuresEndTheirChain() {
        Answers answers = new Answers(new PreparedCall(Method.ADD, 0, 0));
        CallChains chains = new CallChains(answers);
        Deque<CallChains.Chain> calls = new ArrayDeque<>();
        CompletableFuture<Object> future = new CompletableFuture<>();
        chains.begin(calls::add);
        chains.begin(chain -> chain.follow(future));
        chains.begin(chain -> {
            throw new TException("cannot begin");
        });
        assertEquals(answers.errors().count(), 1);
        calls.remove().onError(new IOException("lost"));
        future.completeExceptionally(new IOException("lost, too"));
        assertEquals(answers.errors().count(), 3);
        assertTrue(calls.isEmpty());
        chains.stop(Duration.ZERO);
        assertEquals(answers.errors().count(), 3, "all chains have ended");
        assertTrue(answers.errors().first().orElseThrow().contains("cannot begin"));
    }
}
