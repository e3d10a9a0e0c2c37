package io.grizzlythrift.bench.micro;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** What all benchmarks have in common: the average time of an operation, and for how long it is measured. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public abstract class MicroBenchmark {
    /** For the benchmarks; their state classes need a constructor without arguments. */
    protected MicroBenchmark() {}

    /**
     * Fails unless what is about to be measured does its work.
     *
     * @param works whether it does
     * @param what what was checked
     * @throws IllegalStateException if it does not
     */
    protected static void require(boolean works, String what) {
        if (!works) {
            throw new IllegalStateException("not worth measuring: " + what);
        }
    }
}
