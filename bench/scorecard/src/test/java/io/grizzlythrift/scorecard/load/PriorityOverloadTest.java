package io.grizzlythrift.scorecard.load;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.call.CallPriority;
import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/**
 * Makes twice the calls that the threads of a server can run, of which one in five is important, with all combinations
 * of the options for priorities in turns. Handlers sleep, so the capacity is known and the cores are mostly idle. With
 * the profile soak, it prints the results of the important calls and the others.
 */
public final class PriorityOverloadTest {
    private static final int THREADS = 8;
    private static final int HANDLER_MILLIS = 5;
    private static final int CALLS_PER_SECOND = 2 * THREADS * 1_000 / HANDLER_MILLIS;
    private static final int ONE_IMPORTANT_OF = 5;
    private static final int ROUNDS = Sizes.of(3, 1);
    private static final int CALLS = CALLS_PER_SECOND * Sizes.of(6_000, 300) / 1_000;
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final int CLIENTS = 4;

    private enum Mode {
        DEFAULTS,
        PRIORITIES,
        QUEUE_TARGET,
        BOTH;

        ThriftServer start() {
            ThriftServerBuilder builder = ThriftServer.builder()
                    .listen("127.0.0.1", 0)
                    .strategy(WorkerThreadStrategy.ofThreads(THREADS))
                    .processor(new BenchService.Processor<>(sleeping()));
            if (this == PRIORITIES || this == BOTH) {
                builder.priorities(PriorityClassifier.FROM_HEADER);
            }
            if (this == QUEUE_TARGET || this == BOTH) {
                builder.limits(ServerLimits.builder()
                        .queueTarget(Duration.ofMillis(4 * HANDLER_MILLIS))
                        .build());
            }
            return builder.build().start();
        }
    }

    private static BenchService.Iface sleeping() {
        return (BenchService.Iface) Proxy.newProxyInstance(
                BenchService.class.getClassLoader(),
                new Class<?>[] {BenchService.Iface.class},
                (proxy, method, args) -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(HANDLER_MILLIS));
                    return null;
                });
    }

    /** Results of the calls of one priority. */
    private static final class Results {
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

        private AsyncMethodCallback<Void> begin(long due) {
            calls.incrementAndGet();
            return new AsyncMethodCallback<>() {
                @Override
                public void onComplete(Void nothing) {
                    nanos.add(System.nanoTime() - due);
                }

                @Override
                public void onError(Exception failure) {
                    failures.incrementAndGet();
                }
            };
        }

        private boolean isComplete() {
            return nanos.size() + failures.get() == calls.get();
        }

        private double success() {
            return 100.0 * nanos.size() / calls.get();
        }

        private double percentileMillis(double percentile) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(percentile * sorted.length) - 1] / 1e6;
        }
    }

    @Test(timeOut = 600_000)
    void importantCallsGetThrough() throws Exception {
        Map<Mode, List<String>> lines = new EnumMap<>(Mode.class);
        for (int round = 0; round < ROUNDS; round++) {
            for (Mode mode : Mode.values()) {
                lines.computeIfAbsent(mode, any -> new ArrayList<>()).add(run(mode));
            }
        }
        if (Sizes.SOAK) {
            lines.forEach((mode, rounds) -> rounds.forEach(line -> System.out.println(mode + ": " + line)));
        }
    }

    private static String run(Mode mode) throws Exception {
        Results high = new Results();
        Results low = new Results();
        try (ThriftServer server = mode.start();
                Clients clients = new Clients(server.port())) {
            long begin = System.nanoTime();
            for (int call = 0; call < CALLS; call++) {
                long due = begin + TimeUnit.SECONDS.toNanos(call) / CALLS_PER_SECOND;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                boolean important = call % ONE_IMPORTANT_OF == 0;
                clients.call(call, important, (important ? high : low).begin(due));
            }
            Await.that("not all calls end", () -> high.isComplete() && low.isComplete());
            if (mode == Mode.BOTH && Sizes.SOAK) {
                assertTrue(high.success() > low.success(), high.success() + " % and " + low.success() + " %");
            }
            assertEquals(high.calls.get() + low.calls.get(), CALLS);
            return String.format(
                    Locale.ROOT,
                    "high %.1f %%, p50 %.1f, p99 %.1f ms; best effort %.1f %%, p50 %.1f, p99 %.1f ms; %s",
                    high.success(),
                    high.percentileMillis(0.5),
                    high.percentileMillis(0.99),
                    low.success(),
                    low.percentileMillis(0.5),
                    low.percentileMillis(0.99),
                    server.counters());
        }
    }

    /** Clients that share the calls, each with stubs of both priorities. */
    private static final class Clients implements AutoCloseable {
        private final List<ThriftClient> clients = new ArrayList<>();
        private final List<BenchService.AsyncIface> high = new ArrayList<>();
        private final List<BenchService.AsyncIface> low = new ArrayList<>();

        Clients(int port) {
            for (int i = 0; i < CLIENTS; i++) {
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", port)
                        .dialect(Dialect.HEADER)
                        .callTimeout(DEADLINE)
                        .build();
                clients.add(client);
                high.add(stub(client, CallPriority.HIGH));
                low.add(stub(client, CallPriority.BEST_EFFORT));
            }
        }

        private static BenchService.AsyncIface stub(ThriftClient client, CallPriority priority) {
            return client.stub(
                    BenchService.AsyncIface.class, CallOptions.create().withPriority(priority));
        }

        void call(int number, boolean important, AsyncMethodCallback<Void> callback) throws TException {
            (important ? high : low).get(number % CLIENTS).ping(callback);
        }

        @Override
        public void close() {
            clients.forEach(ThriftClient::close);
        }
    }
}
