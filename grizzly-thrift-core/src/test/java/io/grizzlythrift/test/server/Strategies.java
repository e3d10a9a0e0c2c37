package io.grizzlythrift.test.server;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;

/** The strategies with which every test of the server runs. A new strategy adds a constant. */
public enum Strategies {
    SAME_THREAD {
        @Override
        public ProcessingStrategy ofThreads(int threads) {
            return SameThreadStrategy.create();
        }

        @Override
        public int concurrentCalls() {
            return 1;
        }
    },
    WORKER_THREAD {
        @Override
        public ProcessingStrategy ofThreads(int threads) {
            return WorkerThreadStrategy.ofThreads(threads);
        }

        @Override
        public int concurrentCalls() {
            return THREADS;
        }
    },
    LEADER_FOLLOWER {
        @Override
        public ProcessingStrategy ofThreads(int threads) {
            return LeaderFollowerStrategy.ofThreads(threads);
        }

        @Override
        public int concurrentCalls() {
            return THREADS;
        }
    };

    /** The number of threads for calls of a server of {@link #builder}, if its strategy has such threads. */
    public static final int THREADS = 4;

    public abstract ProcessingStrategy ofThreads(int threads);

    /**
     * Returns the number of handlers that can run concurrently on a server of {@link #builder}, for one connection or
     * several.
     */
    public abstract int concurrentCalls();

    /**
     * Returns a builder of a server with this strategy, one selector and a unique name, on a free port of the loopback
     * interface.
     */
    public ThriftServerBuilder builder(TProcessor processor) {
        return bare().processor(processor);
    }

    /** Returns such a builder without a processor. */
    public ThriftServerBuilder bare() {
        return listening(0);
    }

    /** Returns a builder like {@link #builder}, on a given port. */
    public ThriftServerBuilder ofPort(int port, TProcessor processor) {
        return listening(port).processor(processor);
    }

    private ThriftServerBuilder listening(int port) {
        return ThriftServer.builder()
                .name(UniqueName.of("test-" + name().toLowerCase(Locale.ROOT)))
                .listen("127.0.0.1", port)
                .strategy(ofThreads(THREADS))
                .limits(patient().build())
                .selectorThreads(1);
    }

    /**
     * Returns limits with timeouts that no test reaches, however busy the machine is. A test shortens the timeout that
     * it tests.
     */
    public static ServerLimits.Builder patient() {
        return PatientLimits.builder();
    }

    /**
     * Returns the same limits for blocking handlers, with connections checked every 5 ms. A short timeout of
     * asynchronous handlers makes the checks this frequent.
     */
    public static ServerLimits.Builder patientWithFrequentChecks() {
        return patient().callTimeout(Duration.ofMillis(20));
    }

    @DataProvider(name = "strategies")
    static Object[][] strategies() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : values()) {
            rows.add(new Object[] {strategy});
        }
        return rows.toArray(Object[][]::new);
    }

    /** For tests in which strategies make no difference. */
    @DataProvider(name = "defaultStrategy")
    static Object[][] defaultStrategy() {
        return new Object[][] {{WORKER_THREAD}};
    }

    @DataProvider(name = "strategiesOfSeveralThreads")
    static Object[][] strategiesOfSeveralThreads() {
        return new Object[][] {{WORKER_THREAD}, {LEADER_FOLLOWER}};
    }

    /** The protocols alone, for tests without a server. */
    @DataProvider(name = "protocols")
    static Object[][] protocols() {
        List<Object[]> rows = new ArrayList<>();
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            rows.add(new Object[] {protocol});
        }
        return rows.toArray(Object[][]::new);
    }

    /** Strategies with the two binary protocols. */
    @DataProvider(name = "strategiesAndBinaryProtocols")
    static Object[][] strategiesAndBinaryProtocols() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : values()) {
            rows.add(new Object[] {strategy, ThriftProtocol.BINARY});
            rows.add(new Object[] {strategy, ThriftProtocol.COMPACT});
        }
        return rows.toArray(Object[][]::new);
    }

    /** Strategies and protocols with a blocking or an asynchronous handler ({@code true}), in pairs. */
    @DataProvider(name = "strategiesProtocolsAndHandlers")
    static Object[][] strategiesProtocolsAndHandlers() {
        return Pairs.of(values(), ThriftProtocol.values(), new Object[] {false, true});
    }

    @DataProvider(name = "strategiesAndProtocols")
    public static Object[][] strategiesAndProtocols() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : values()) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                rows.add(new Object[] {strategy, protocol});
            }
        }
        return rows.toArray(Object[][]::new);
    }
}
