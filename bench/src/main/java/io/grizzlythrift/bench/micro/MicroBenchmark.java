package io.grizzlythrift.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Base class of all benchmarks: measures the average time of an operation, with the same durations. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class MicroBenchmark {
    /** Called by the benchmarks; their state classes need a constructor without arguments. */
    protected MicroBenchmark() {}

    /**
     * Fails unless the code to measure works.
     *
     * @param works whether it works
     * @param what describes the check
     * @throws IllegalStateException if it does not work
     */
    protected static void require(boolean works, String what) {
        if (!works) {
            throw new IllegalStateException("not worth measuring: " + what);
        }
    }
}
