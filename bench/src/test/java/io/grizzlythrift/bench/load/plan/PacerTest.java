package io.grizzlythrift.bench.load.plan;

import static org.testng.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.Test;

/** Every call is reported once, when it is due or as soon as the thread wakes up after that. */
public final class PacerTest {
    private static final int BETWEEN_NANOS = 100;

    /** After a park that takes too long, the calls that became due in the meantime are reported together. */
    @Test
    public void tellsWhatIsDue() {
        Clock clock = new Clock(BETWEEN_NANOS, 350, 20);
        assertEquals(clock.run(4), List.of("0-1 at 1000", "1-2 at 1100", "2-5 at 1450", "5-6 at 1500"));
        assertEquals(clock.parks, List.of(100L, 100L, 50L, 30L));
    }

    private static final class Clock {
        final List<Long> parks = new ArrayList<>();
        private final long[] sleeps;
        private long now = 1000;

        Clock(long... sleeps) {
            this.sleeps = sleeps;
        }

        /** Each park takes the time that the test sets; the last ones take the requested time. */
        void park(long nanos) {
            now += parks.size() < sleeps.length ? sleeps[parks.size()] : nanos;
            parks.add(nanos);
        }

        List<String> run(int times) {
            List<String> told = new ArrayList<>();
            AtomicReference<Pacer> pacer = new AtomicReference<>();
            pacer.set(new Pacer(
                    "pacer",
                    new Schedule(now, 0, BETWEEN_NANOS),
                    (first, end) -> {
                        told.add(first + "-" + end + " at " + now);
                        if (told.size() == times) {
                            pacer.get().stop();
                        }
                    },
                    () -> now,
                    this::park));
            pacer.get().run();
            return told;
        }
    }
}
