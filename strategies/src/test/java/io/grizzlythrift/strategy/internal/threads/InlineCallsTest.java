package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PaceListener;
import io.grizzlythrift.strategy.internal.queue.PaceRules;
import io.grizzlythrift.strategy.internal.queue.PacedBatch;
import io.grizzlythrift.strategy.internal.queue.RunDelay;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests which calls of a batch run on the selector thread, with a clock that the calls advance. */
public final class InlineCallsTest {
    private static final long BOUND = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long BURST = new PaceRules(BOUND).burstNanos();
    private static final PaceListener NOBODY = new PaceListener() {
        @Override
        public void promoted(String method) {}

        @Override
        public void demoted(String method, long slowNanos, long waitNanos) {}
    };

    private final List<Integer> ran = new ArrayList<>();
    private final InlineCalls inline =
            new InlineCalls(() -> now(), new Delay(), new UncaughtLog(StrategyThreads.class), () -> stopped());
    private final SelectorLease lease = new SelectorLease(null);
    private long now;
    private int readings;
    private long delay;
    private boolean stopping;

    private long now() {
        readings++;
        return now;
    }

    private boolean stopped() {
        return stopping;
    }

    private final class Delay implements RunDelay {
        @Override
        public void refresh(long at) {}

        @Override
        public long since(long at) {
            return delay;
        }

        @Override
        public void close() {}
    }

    private MethodPace quick() {
        MethodPace pace = new MethodPace("quick", new PaceRules(BOUND), NOBODY, now);
        for (int i = 0; !pace.isQuick(); i++) {
            pace.ranOnPool(1, now + 20_000L * i);
        }
        return pace;
    }

    private MethodPace unknown() {
        return new MethodPace("unknown", new PaceRules(BOUND), NOBODY, now);
    }

    /** A batch of calls, each with a pace and a duration. */
    private final class Calls implements CallBatch, PacedBatch {
        private final List<MethodPace> paces = new ArrayList<>();
        private final List<Runnable> handlers = new ArrayList<>();
        private final CallFlow flow = new CallFlow();
        private int next;

        Calls add(MethodPace pace, long nanos) {
            return add(pace, () -> now += nanos);
        }

        Calls add(MethodPace pace, Runnable handler) {
            paces.add(pace);
            handlers.add(handler);
            return this;
        }

        @Override
        public CallFlow flow() {
            return flow;
        }

        @Override
        public Call claim() {
            return next < paces.size() ? call(next++) : null;
        }

        private Call call(int number) {
            return () -> {
                ran.add(number);
                handlers.get(number).run();
            };
        }

        @Override
        public MethodPace nextPace() {
            return next < paces.size() ? paces.get(next) : null;
        }

        @Override
        public int countOfSameMethod(int max) {
            int end = next + 1;
            while (end < paces.size() && end < next + max && paces.get(end) == paces.get(next)) {
                end++;
            }
            return end - next;
        }

        @Override
        public int unclaimed() {
            return paces.size() - next;
        }

        @Override
        public void flush() {}

        @Override
        public void flushLater() {}

        @Override
        public void reject(String reason) {
            next = paces.size();
        }
    }

    @Test
    public void quickCallsRunUpToTheFirstOther() {
        ran.clear();
        Calls batch = new Calls();
        MethodPace first = quick();
        MethodPace second = quick();
        batch.add(first, 10).add(second, 10).add(first, 10).add(unknown(), 10).add(first, 10);
        assertEquals(inline.run(batch, lease), 3);
        assertEquals(ran, List.of(0, 1, 2));
        assertEquals(batch.unclaimed(), 2);
    }

    @Test
    public void callsOfUnknownPaceDoNotRun() {
        ran.clear();
        assertEquals(inline.run(new Calls().add(null, 10), lease), 0);
        assertEquals(inline.run(new Calls().add(unknown(), 10), lease), 0);
        assertEquals(inline.run(new Calls(), lease), 0);
        assertEquals(ran, List.of());
    }

    @Test
    public void aSlowCallEndsItAtOnce() {
        MethodPace pace = quick();
        Calls batch = new Calls().add(pace, BURST).add(pace, 10);
        assertEquals(inline.run(batch, lease), 1);
        assertFalse(pace.isQuick());
    }

    /** Few calls share a clock reading at first, and more once they have been quick. */
    @Test
    public void callsOfOneMethodAreMeasuredTogether() {
        MethodPace pace = quick();
        Calls batch = new Calls();
        for (int i = 0; i < 100; i++) {
            batch.add(pace, 1);
        }
        readings = 0;
        assertEquals(inline.run(batch, lease), 100);
        assertEquals(readings, 1 + 1 + 1 + 1 + 1 + 5 + 1, "the beginning, 1, 2, 4, 8, 5 times 16, the last 5");
    }

    @Test
    public void aMethodThatAnotherThreadDemotesStops() {
        ran.clear();
        MethodPace pace = quick();
        inline.run(new Calls().add(pace, 1).add(pace, 1).add(pace, 1), lease);
        assertEquals(pace.segment(), 4);
        Calls batch = new Calls();
        batch.add(pace, () -> pace.tooSlow(BURST, now)).add(pace, 1).add(pace, 1);
        assertEquals(inline.run(batch, lease), 1);
    }

    @Test
    public void theDelayDoesNotCount() {
        MethodPace pace = quick();
        delay = BURST;
        inline.run(new Calls().add(pace, BURST + BOUND - 1), lease);
        assertTrue(pace.isQuick());
        delay = 1;
        inline.run(new Calls().add(pace, BURST + 1), lease);
        assertFalse(pace.isQuick());
        delay = 0;
    }

    /** Its connection closes, so the rest of the batch is rejected. */
    @Test
    public void callsThatRanBeforeTheRestWasRejectedCount() {
        MethodPace pace = quick();
        inline.run(new Calls().add(pace, 1).add(pace, 1).add(pace, 1), lease);
        assertEquals(pace.segment(), 4);
        Calls batch = new Calls();
        batch.add(pace, 1).add(pace, () -> batch.reject("closed")).add(pace, 1);
        assertEquals(inline.run(batch, lease), 2);
    }

    /** However quick each call is, a connection may not keep the thread. */
    @Test
    public void aSliceIsTheLongestTime() {
        MethodPace pace = quick();
        Calls batch = new Calls();
        long calls = 2 * SelectorThread.SLICE_NANOS / (BOUND / 2);
        for (int i = 0; i < calls; i++) {
            batch.add(pace, BOUND / 2);
        }
        assertEquals(inline.run(batch, lease), calls / 2);
        assertTrue(pace.isQuick());
    }

    @Test
    public void aCallThatThrowsIsFollowedByTheNext() {
        MethodPace pace = quick();
        Calls batch = new Calls()
                .add(pace, () -> {
                    throw new IllegalStateException("on purpose");
                })
                .add(pace, 10);
        assertEquals(inline.run(batch, lease), 2);
    }

    @Test
    public void nothingRunsOnceTheServerStops() {
        MethodPace pace = quick();
        stopping = true;
        assertEquals(inline.run(new Calls().add(pace, 10), lease), 0);
        stopping = false;
    }

    /** Another thread drops the remaining calls when their connection closes. */
    @Test
    public void aBatchThatIsDroppedMeanwhileEndsIt() {
        MethodPace pace = quick();
        Calls batch = new Calls();
        batch.add(pace, () -> batch.reject("closed")).add(pace, 10);
        assertEquals(inline.run(batch, lease), 1);
    }

    /** The other thread continues with the rest of the batch. */
    @Test
    public void noCallBeginsOnceTheLeaseIsTaken() {
        ran.clear();
        MethodPace pace = quick();
        MethodPace other = quick();
        Calls batch = new Calls();
        SelectorLease taken = new SelectorLease(null);
        batch.add(pace, () -> {
            assertTrue(taken.take(taken.running()));
            assertSame(taken.batch(), batch);
            assertSame(taken.pace(), pace);
        });
        batch.add(other, 1);
        assertEquals(inline.run(batch, taken), 1);
        assertEquals(batch.unclaimed(), 1);
        assertTrue(taken.isTaken());
    }

    @Test
    public void theLeaseIsNotHeldAfterwards() {
        MethodPace pace = quick();
        SelectorLease held = new SelectorLease(null);
        long before = held.running();
        assertEquals(
                inline.run(
                        new Calls().add(pace, () -> {
                            assertTrue(held.running() > 0);
                            throw new IllegalStateException("on purpose");
                        }),
                        held),
                1);
        assertTrue(held.running() < before, "calls have run");
        assertFalse(held.take(1));
        assertFalse(held.isTaken());
    }
}
