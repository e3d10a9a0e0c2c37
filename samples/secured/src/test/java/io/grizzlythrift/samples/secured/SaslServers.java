package io.grizzlythrift.samples.secured;

import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TProcessor;

/** Servers of this library that authenticate their clients, one for each strategy. */
public enum SaslServers {
    SAME_THREAD {
        @Override
        ProcessingStrategy strategy() {
            return SameThreadStrategy.create();
        }
    },
    WORKER_THREAD {
        @Override
        ProcessingStrategy strategy() {
            return WorkerThreadStrategy.ofThreads(4);
        }
    },
    LEADER_FOLLOWER {
        @Override
        ProcessingStrategy strategy() {
            return LeaderFollowerStrategy.ofThreads(4);
        }
    },
    ADAPTIVE {
        @Override
        ProcessingStrategy strategy() {
            return AdaptiveStrategy.ofThreads(4);
        }
    };

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    abstract ProcessingStrategy strategy();

    /** Returns a builder of a server on a free port of the loopback interface. */
    public ThriftServerBuilder builder(TProcessor processor) {
        return ThriftServer.builder()
                .name("secured-" + NUMBERS.incrementAndGet())
                .listen("127.0.0.1", 0)
                .processor(processor)
                .strategy(strategy());
    }

    /** Starts a server that accepts Kerberos only. */
    ThriftServer start(TProcessor processor, QualityOfProtection... accepted) {
        SaslConfig sasl = kerberos().qualityOfProtection(accepted).build();
        ThriftServer server = builder(processor).sasl(sasl).build();
        server.start();
        return server;
    }

    /** Returns a builder that offers Kerberos, requires SASL, and has time for negotiations that never end. */
    public static SaslConfig.Builder kerberos() {
        return SaslConfig.builder()
                .mechanism(SaslMechanism.gssapi(TestRealm.service(), TestRealm.serviceKeytab()))
                .negotiationTimeout(Duration.ofMinutes(10))
                .required(true);
    }
}
