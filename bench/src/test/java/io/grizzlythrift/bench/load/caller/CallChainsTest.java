package io.grizzlythrift.bench.load.caller;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.plan.Schedule;
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

/** The next call starts when one ends; no call gets lost unnoticed. */
public final class CallChainsTest {
    private final PreparedCall add = new PreparedCall(Method.ADD, 0, 0);

    /** A chain has one call in flight until it is stopped. */
    @Test
    public void eachAnswerBeginsTheNextCall() {
        Answers answers = new Answers(add);
        CallChains chains = new CallChains(CallMix.only(add), answers);
        Deque<CallChains.Chain> calls = new ArrayDeque<>();
        chains.add(calls::add);
        chains.add(calls::add);
        chains.start(0);
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

    /** Due calls wait for the previous reply, and their latencies are measured from when they were due. */
    @Test
    public void callsBeginWhenTheyAreDue() {
        Answers answers = new Answers(add);
        answers.record(true);
        CallChains chains = new CallChains(CallMix.only(add), answers);
        Deque<CallChains.Chain> first = new ArrayDeque<>();
        Deque<CallChains.Chain> second = new ArrayDeque<>();
        chains.add(first::add);
        chains.add(second::add);
        long hour = 3_600_000_000_000L;
        chains.follow(new Schedule(System.nanoTime() - hour, 0, hour / 1000.0));
        assertEquals(first.size() + second.size(), 0, "nothing is due");
        chains.due(0, 1);
        assertEquals(first.size(), 1);
        assertEquals(second.size(), 0);
        chains.due(1, 5);
        assertEquals(first.size(), 1, "one call in flight at a time");
        assertEquals(second.size(), 1);
        first.remove().onComplete(42);
        assertEquals(first.size(), 1, "call 2 begins as call 0 ends");
        first.remove().onComplete(42);
        first.remove().onComplete(42);
        assertEquals(first.size(), 0, "call 6 is not due");
        second.remove().onComplete(42);
        assertEquals(second.size(), 1);
        chains.due(5, 7);
        assertEquals(first.size(), 1);
        assertEquals(answers.latencies().getTotalCount(), 4);
        assertTrue(answers.latencies().getMinValue() > hour / 1000 * 900, "they count from when they were due");
        chains.stop(Duration.ZERO);
        assertEquals(answers.errors().first(), Optional.of("2 calls had no answer PT0S after the run"));
        second.remove().onComplete(42);
        assertEquals(second.size(), 0, "no call begins after the stop, though call 5 is due");
    }

    /** A chain that waits until its next call is due has nothing in flight, and a failed chain makes no more calls. */
    @Test
    public void idleChainsEndAtOnce() {
        Answers answers = new Answers(add);
        CallChains chains = new CallChains(CallMix.only(add), answers);
        Deque<CallChains.Chain> calls = new ArrayDeque<>();
        for (int i = 0; i < 3; i++) {
            chains.add(calls::add);
        }
        chains.follow(Schedule.ofRate(1, System.nanoTime()));
        chains.due(0, 2);
        calls.remove().onError(new IOException("lost"));
        calls.remove().onComplete(42);
        chains.due(2, 4);
        assertEquals(calls.size(), 1, "the first chain has failed");
        calls.remove().onComplete(42);
        chains.stop(Duration.ZERO);
        assertEquals(answers.errors().count(), 1, answers.errors().first().toString());
    }

    /** A call that fails in any way is an error, and ends its chain. */
    @Test
    public void failuresEndTheirChain() {
        Answers answers = new Answers(add);
        CallChains chains = new CallChains(CallMix.only(add), answers);
        Deque<CallChains.Chain> calls = new ArrayDeque<>();
        CompletableFuture<Object> future = new CompletableFuture<>();
        chains.add(calls::add);
        chains.add(chain -> chain.follow(future));
        chains.add(chain -> {
            throw new TException("cannot begin");
        });
        chains.start(0);
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
