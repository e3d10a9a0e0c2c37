package io.grizzlythrift.bench.chaos.child;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.gen.FleetService;
import io.grizzlythrift.bench.gen.Served;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** Handler whose calls take the time of a small query, or a multiple of it. */
final class FleetHandler implements FleetService.Iface {
    private static final long QUERY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long SLOW_QUERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int PER_MILLE = 1_000;

    private final int server;
    private final WriteLog log;
    private volatile long slowness = 1;
    private volatile int slowPerMille;

    FleetHandler(int server, WriteLog log) {
        this.server = server;
        this.log = requireNonNull(log, "log");
    }

    /** Makes each call take this many times as long as originally. */
    void slowDown(long factor) {
        slowness = factor;
    }

    /** Makes this many of every thousand calls, chosen at random, take {@link #SLOW_QUERY_NANOS}. */
    void slowDownSome(int perMille) {
        slowPerMille = perMille;
    }

    @Override
    public Served read(long id) {
        query();
        return new Served(id, server);
    }

    @Override
    public Served write(long id) throws TException {
        try {
            log.append(id);
        } catch (IOException e) {
            throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "cannot log " + id + ": " + e);
        }
        query();
        return new Served(id, server);
    }

    private void query() {
        boolean slow = ThreadLocalRandom.current().nextInt(PER_MILLE) < slowPerMille;
        long end = System.nanoTime() + (slow ? SLOW_QUERY_NANOS : QUERY_NANOS * slowness);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
