package io.grizzlythrift.bench.micro;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * The work of a connection's in-flight table for one call: finds the oldest call by its sequence id, removes it, and
 * registers a call in its place. Calls are reused, so only the table allocates.
 *
 * <p>Shows whether a custom table pays, compared with a {@link ConcurrentHashMap} that gives the same guarantees:
 * unique ids, a bound, and removal only of the call that was found.
 */
@State(Scope.Benchmark)
public class InFlightTableBenchmark extends MicroBenchmark {
    private static final int LIMIT = 4096;

    /** Calls in flight of each thread. */
    @Param({"1", "100", "1000"})
    private int inFlight;

    private final InFlightTable table = new InFlightTable(LIMIT);
    private final MapOfCalls map = new MapOfCalls();

    /** Creates the benchmark; JMH calls this. */
    public InFlightTableBenchmark() {}

    /**
     * Uses this library's table, with one thread.
     *
     * @param caller the thread's calls
     * @return the number of calls that were in flight before
     */
    @Benchmark
    public int table(Caller caller) {
        PendingCall found = table.find(caller.inTable.oldest().sequenceId());
        table.remove(found);
        return table.register(found, null);
    }

    /**
     * Uses this library's table, with two threads.
     *
     * @param caller the thread's calls
     * @return the number of calls that were in flight before
     */
    @Benchmark
    @Threads(2)
    public int tableOfTwoThreads(Caller caller) {
        return table(caller);
    }

    /**
     * Uses a map by sequence id, with one thread.
     *
     * @param caller the thread's calls
     * @return the number of calls that were in flight before
     */
    @Benchmark
    public int map(Caller caller) {
        PendingCall found = map.find(caller.inMap.oldest().sequenceId());
        map.remove(found);
        return map.register(found);
    }

    /**
     * Uses a map by sequence id, with two threads.
     *
     * @param caller the thread's calls
     * @return the number of calls that were in flight before
     */
    @Benchmark
    @Threads(2)
    public int mapOfTwoThreads(Caller caller) {
        return map(caller);
    }

    /** The calls that a thread keeps in flight, in the table and in the map. */
    @State(Scope.Thread)
    public static class Caller {
        private Ring inTable;
        private Ring inMap;

        /** Creates a caller without calls; JMH calls this. */
        public Caller() {}

        /**
         * Registers calls in the table and in the map, and checks that both find one.
         *
         * @param benchmark has the table and the map
         */
        @Setup
        public void register(InFlightTableBenchmark benchmark) {
            inTable = new Ring(benchmark.inFlight);
            inMap = new Ring(benchmark.inFlight);
            for (int i = 0; i < benchmark.inFlight; i++) {
                require(benchmark.table.register(inTable.oldest(), null) >= 0, "the table is full");
                require(benchmark.map.register(inMap.oldest()) >= 0, "the map is full");
            }
            PendingCall first = inTable.calls[0];
            require(benchmark.table.find(first.sequenceId()) == first, "the table does not find a call");
            first = inMap.calls[0];
            require(benchmark.map.find(first.sequenceId()) == first, "the map does not find a call");
        }
    }

    /** A ring of calls. */
    private static final class Ring {
        private final PendingCall[] calls;
        private int next;

        Ring(int size) {
            calls = new PendingCall[size];
            for (int i = 0; i < size; i++) {
                calls[i] = new IdleCall();
            }
        }

        PendingCall oldest() {
            PendingCall call = calls[next];
            next = next + 1 == calls.length ? 0 : next + 1;
            return call;
        }
    }

    /** The functions of {@link InFlightTable}, implemented with a map. */
    private static final class MapOfCalls {
        private final ConcurrentMap<Integer, PendingCall> calls = new ConcurrentHashMap<>();
        private final AtomicInteger nextId = new AtomicInteger();
        private final AtomicInteger size = new AtomicInteger();

        int register(PendingCall call) {
            int before = size.getAndIncrement();
            if (before >= LIMIT) {
                size.decrementAndGet();
                return -1;
            }
            int id;
            do {
                id = nextId.incrementAndGet();
                call.assign(null, id);
            } while (calls.putIfAbsent(id, call) != null);
            return before;
        }

        PendingCall find(int id) {
            return calls.get(id);
        }

        void remove(PendingCall call) {
            if (calls.remove(call.sequenceId(), call)) {
                size.decrementAndGet();
            }
        }
    }

    /** A call without a waiting caller. */
    private static final class IdleCall extends PendingCall {
        IdleCall() {
            super("idle", false, Long.MAX_VALUE, 0);
        }

        @Override
        public void replied(CallCodec reply) {}

        @Override
        public void sent() {}

        @Override
        public void failed(CallFailedException failure) {}

        @Override
        public boolean runsUserCode() {
            return false;
        }
    }
}
