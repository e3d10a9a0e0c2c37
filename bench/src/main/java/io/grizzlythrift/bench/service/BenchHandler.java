package io.grizzlythrift.bench.service;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The handler of every server of the comparison. All methods except {@code sleep} and {@code burn} reply at once.
 * Stateless and thread-safe.
 */
public final class BenchHandler extends UserHandler implements BenchService.Iface {
    /** Creates a handler; all handlers are equal. */
    public BenchHandler() {}

    @Override
    public void ping() {}

    @Override
    public int add(int left, int right) {
        return left + right;
    }

    @Override
    public String echo(String text) {
        return text;
    }

    @Override
    public ByteBuffer blob(ByteBuffer bytes) {
        return bytes;
    }

    @Override
    public Work work(Work work) {
        return work;
    }

    @Override
    public void sleep(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void burn(int micros) {
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void note(String text) {}
}
