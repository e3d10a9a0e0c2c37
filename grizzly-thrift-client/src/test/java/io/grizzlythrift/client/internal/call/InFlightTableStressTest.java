package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.Race;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.test.TestSize;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.testng.Reporter;
import org.testng.annotations.Test;

/**
 * Tests concurrent events that may end a call: it ends exactly once, and its slot is free exactly when no reply to its id can
 * arrive any more.
 */
public class InFlightTableStressTest {
    private static final int ROUNDS = TestSize.of(20_000, 200_000);
    private static final int LIMIT = 4;

    /** How a call ended, or the result of an event that came too late or too early to end it. */
    private enum Outcome {
        REPLIED,
        TIMED_OUT_IN_QUEUE,
        TIMED_OUT_IN_FLIGHT,
        FAILED_IN_QUEUE,
        FAILED_IN_FLIGHT,
        LATE_REPLY,
        REPLY_BEFORE_SENT,
        REPLY_AFTER_END,
        YOUNG_FAILED_BY_ALL,
        YOUNG_FOUND_CLOSED
    }

    private final InFlightTable table = new InFlightTable(LIMIT);
    private final Map<Outcome, Integer> tally = new EnumMap<>(Outcome.class);

    /** One call and all its events, as a connection handles them. */
    private final class Round {
        private final RecordedCall call = new RecordedCall();
        private final RecordedCall young = new RecordedCall();
        private final List<Runnable> actions =
                List.of(this::send, this::reply, this::timeOut, this::failAll, this::registerYoung);
        private volatile boolean closed;
        private Outcome ofTimeOut;
        private Outcome ofFailAll;
        private Outcome ofReply;
        private Outcome ofYoung;

        Round() {
            assertEquals(table.register(call, null), 0);
        }

        void send() {
            call.beginSending();
        }

        void reply() {
            PendingCall found = table.find(call.sequenceId());
            if (found == null) {
                ofReply = Outcome.REPLY_AFTER_END;
            } else if (found.end()) {
                table.remove(found);
                found.replied(null);
                ofReply = Outcome.REPLIED;
            } else if (found.state() == PendingCall.ABANDONED) {
                table.remove(found);
                ofReply = Outcome.LATE_REPLY;
            } else {
                ofReply = found.state() == PendingCall.ENDED ? Outcome.REPLY_AFTER_END : Outcome.REPLY_BEFORE_SENT;
            }
        }

        void timeOut() {
            ofTimeOut = abandon(call, Outcome.TIMED_OUT_IN_QUEUE, Outcome.TIMED_OUT_IN_FLIGHT);
        }

        void failAll() {
            closed = true;
            table.forEach(each -> {
                Outcome outcome = abandon(each, Outcome.FAILED_IN_QUEUE, Outcome.FAILED_IN_FLIGHT);
                if (each == call) {
                    ofFailAll = outcome;
                } else if (outcome != null) {
                    ofYoung = Outcome.YOUNG_FAILED_BY_ALL;
                }
            });
        }

        void registerYoung() {
            assertTrue(table.register(young, null) >= 0);
            if (closed && abandon(young, Outcome.YOUNG_FOUND_CLOSED, Outcome.YOUNG_FOUND_CLOSED) != null) {
                ofYoung = Outcome.YOUNG_FOUND_CLOSED;
            }
        }

        private Outcome abandon(PendingCall given, Outcome inQueue, Outcome inFlight) {
            int before = given.abandon();
            if (before >= PendingCall.ENDED) {
                return null;
            }
            if (before == PendingCall.NEW) {
                table.remove(given);
            }
            given.failed(null);
            return before == PendingCall.NEW ? inQueue : inFlight;
        }

        void check() {
            assertEquals(call.endings(), 1, "endings of the call");
            Outcome winner = ofReply == Outcome.REPLIED ? ofReply : ofTimeOut != null ? ofTimeOut : ofFailAll;
            boolean inFlight = winner == Outcome.TIMED_OUT_IN_FLIGHT || winner == Outcome.FAILED_IN_FLIGHT;
            assertEquals(call.state(), inFlight ? PendingCall.ABANDONED : PendingCall.ENDED, "state after " + winner);
            boolean held = inFlight && ofReply != Outcome.LATE_REPLY;
            assertEquals(table.find(call.sequenceId()), held ? call : null, "slot after " + winner + ", " + ofReply);

            assertEquals(young.endings(), 1, "endings of a call registered while all are failed");
            assertNull(table.find(young.sequenceId()), "a call that was never sent keeps its slot");
            assertEquals(table.size(), held ? 1 : 0, "calls that hold a slot");
            count(winner);
            count(ofYoung);
            if (ofReply != winner) {
                count(ofReply);
            }
            if (held) {
                reply();
                assertSame(ofReply, Outcome.LATE_REPLY);
                assertEquals(table.size(), 0);
            }
        }
    }

    private void count(Outcome outcome) {
        tally.merge(outcome, 1, Integer::sum);
    }

    @Test(timeOut = 300_000)
    void aCallEndsOnceAndFreesItsPlaceInTime() {
        try (Race race = new Race()) {
            for (int i = 0; i < ROUNDS && !(race.takesLong() && tally.size() == Outcome.values().length); i++) {
                Round round = new Round();
                race.run(round.actions);
                round.check();
            }
        }
        Reporter.log("outcomes of up to " + ROUNDS + " rounds: " + tally, true);
        for (Outcome outcome : Outcome.values()) {
            assertTrue(tally.containsKey(outcome), outcome + " never happened: " + tally);
        }
        assertEmpty();
    }

    @Test(timeOut = 300_000)
    void idsAreUniqueAndPlacesAreLimited() throws Exception {
        int threads = 4;
        Set<Integer> ids = ConcurrentHashMap.newKeySet();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> refusals = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                Random random = new Random(t);
                refusals.add(executor.submit(() -> registerAndRemove(random, ids)));
            }
            int refused = 0;
            for (Future<Integer> each : refusals) {
                refused += each.get(120, TimeUnit.SECONDS);
            }
            assertTrue(refused > 0, "the limit was never reached");
        } finally {
            executor.shutdownNow();
        }
        assertEmpty();
    }

    /**
     * Registers as many calls as it can, as do the three other threads; a thread that runs alone also reaches the limit.
     */
    private int registerAndRemove(Random random, Set<Integer> ids) {
        int refused = 0;
        List<PendingCall> held = new ArrayList<>();
        for (int i = 0; i < ROUNDS / 2 || !held.isEmpty(); i++) {
            if (held.size() <= LIMIT && i < ROUNDS / 2 && random.nextBoolean()) {
                PendingCall call = new RecordedCall();
                int before = table.register(call, null);
                assertTrue(before < LIMIT, before + " calls held a slot before");
                if (before < 0) {
                    refused++;
                    continue;
                }
                held.add(call);
                assertTrue(ids.add(call.sequenceId()), "id " + call.sequenceId() + " was assigned to two calls");
            } else if (!held.isEmpty()) {
                PendingCall call = held.remove(random.nextInt(held.size()));
                assertSame(table.find(call.sequenceId()), call);
                assertTrue(ids.remove(call.sequenceId()));
                table.remove(call);
                table.remove(call);
                assertNull(table.find(call.sequenceId()));
            }
        }
        return refused;
    }

    private void assertEmpty() {
        assertEquals(table.size(), 0);
        table.forEach(call -> {
            throw new AssertionError("call " + call.sequenceId() + " still holds a slot");
        });
    }
}
