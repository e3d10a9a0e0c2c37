package io.grizzlythrift.scorecard.client;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.BenchHandler;
import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.call.ClientCallInfo;
import io.grizzlythrift.client.call.ClientCallListener;
import io.grizzlythrift.client.call.ClientInterceptor;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.scorecard.row.Row;
import io.grizzlythrift.scorecard.row.RowRun;
import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** One of three servers fails all calls for a while, quickly. */
public final class Row49FailingServerTest extends RowTest {
    private static final Row ROW = new Row(
            49,
            "one of three servers fails at once, or rejects calls for their time in the queue",
            "it gets no more than a third of the calls, and comes back to its share");
    private static final Duration HEALTHY = Duration.ofMillis(Sizes.of(3_000, 1_000));
    private static final Duration FAILING = Duration.ofMillis(Sizes.of(20_000, 2_000));
    /** The most times to measure the share: on a loaded machine, the healthy servers may be slower for a while. */
    private static final int WINDOWS = Sizes.of(1, 8);

    private static final int CALLERS = 8;
    private static final int CALL_MILLIS = 3;

    /** A third, and something for chance. */
    private static final double MAX_SHARE = 0.36;

    /** A bit less than a third of at least this number of calls. */
    private static final double MIN_SHARE = 0.25;

    private static final long MIN_CALLS = 500;

    /** Makes the calls of one server fail. */
    private static final class Faults implements ServerInterceptor {
        private final RejectedCall.Reason reason;
        private volatile boolean failing;

        Faults(RejectedCall.Reason reason) {
            this.reason = reason;
        }

        @Override
        public ServerCallListener begin(CallContext call) throws TApplicationException {
            if (!failing) {
                return ServerCallListener.IGNORED;
            }
            if (reason == null) {
                throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "by the row");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2 * CALL_MILLIS));
            throw new RejectedCall(reason, "by the row");
        }
    }

    /** Counts attempts, all and those at one server. */
    private static final class Attempts implements ClientInterceptor {
        private final String server;
        private final AtomicLong all = new AtomicLong();
        private final AtomicLong atServer = new AtomicLong();

        Attempts(int port) {
            server = "127.0.0.1:" + port;
        }

        @Override
        public ClientCallListener begin(ClientCallInfo call) {
            return outcome -> {
                all.incrementAndGet();
                if (outcome.endpoint().filter(server::equals).isPresent()) {
                    atServer.incrementAndGet();
                }
            };
        }

        /** Returns the share of the server since the last call of this method. */
        private double nextShare() {
            return (double) atServer.getAndSet(0) / Math.max(1, all.getAndSet(0));
        }
    }

    /** Scaled down, each fault and each detection once. */
    @DataProvider
    static Object[][] faults() {
        Object[] withEjection = {"fails at once", null, OutlierDetection.create()};
        Object[] without = {"queue time, without ejection", RejectedCall.Reason.QUEUE_TIMEOUT, OutlierDetection.off()};
        return Sizes.SOAK
                ? new Object[][] {
                    withEjection,
                    {"fails at once, without ejection", null, OutlierDetection.off()},
                    {"queue time", RejectedCall.Reason.QUEUE_TIMEOUT, OutlierDetection.create()},
                    without
                }
                : new Object[][] {withEjection, without};
    }

    @Test(dataProvider = "faults", timeOut = LIMIT_MILLIS)
    public void theOthersGetTheCalls(String variant, RejectedCall.Reason reason, OutlierDetection detection)
            throws Exception {
        ROW.run(variant, Strategy.WORKER_THREAD, Wire.PLAIN, CALLERS, run -> {
            Faults faults = new Faults(reason);
            ServerChild healthy = run.server(run.options());
            ServerChild other = run.server(run.options());
            try (ThriftServer failing = server(faults)) {
                Attempts attempts = new Attempts(failing.port());
                try (ThriftClient client = ThriftClient.builder()
                        .protocol(ThriftProtocol.COMPACT)
                        .endpoint("127.0.0.1", failing.port())
                        .endpoint("127.0.0.1", healthy.port())
                        .endpoint("127.0.0.1", other.port())
                        .outlierDetection(detection)
                        .interceptor(attempts)
                        .build()) {
                    observe(run, client, faults, attempts);
                }
            }
        });
    }

    private static ThriftServer server(Faults faults) {
        return ThriftServer.builder()
                .name(UniqueName.of("row-failing"))
                .listen("127.0.0.1", 0)
                .protocol(ThriftProtocol.COMPACT)
                .interceptor(faults)
                .processor(new BenchService.Processor<>(new BenchHandler()))
                .build()
                .start();
    }

    private static void observe(RowRun run, ThriftClient client, Faults faults, Attempts attempts) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < run.size(); i++) {
            callers.add(new Thread(() -> call(client, over), "row-failing-caller"));
        }
        callers.forEach(Thread::start);
        try {
            pause(HEALTHY);
            faults.failing = true;
            double share = 1;
            for (int i = 0; i < WINDOWS && share > MAX_SHARE; i++) {
                attempts.nextShare();
                pause(FAILING);
                share = attempts.nextShare();
            }
            run.figure("share of the failing server", Math.round(100 * share) + " %");
            run.require(share <= MAX_SHARE, "the failing server got " + share + " of the calls");
            faults.failing = false;
            Await.that(
                    "it does not come back",
                    () -> attempts.all.get() >= MIN_CALLS && attempts.nextShare() >= MIN_SHARE);
        } finally {
            over.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
        }
    }

    private static void call(ThriftClient client, AtomicBoolean over) {
        BenchService.Iface service = client.stub(BenchService.Iface.class);
        while (!over.get()) {
            try {
                service.sleep(CALL_MILLIS);
            } catch (TException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
