package io.grizzlythrift.client.testing.server;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import org.apache.thrift.TProcessor;
import org.apache.thrift.server.THsHaServer;
import org.apache.thrift.server.TNonblockingServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;

/** The servers with which the client's contract tests run. A new one adds a constant. */
public enum Servers {
    SAME_THREAD(Make.OURS, Reach.SERVER) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) {
            return ours(port, SameThreadStrategy.create(), ReplyOrder.REQUEST, protocol, processor);
        }
    },
    WORKER_THREAD(Make.OURS, Reach.CONNECTION) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) {
            return ours(port, WorkerThreadStrategy.ofThreads(THREADS), ReplyOrder.REQUEST, protocol, processor);
        }
    },
    LEADER_FOLLOWER(Make.OURS, Reach.CONNECTION) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) {
            return ours(port, LeaderFollowerStrategy.ofThreads(THREADS), ReplyOrder.REQUEST, protocol, processor);
        }
    },
    WORKER_THREAD_AS_COMPLETED(Make.OURS, Reach.CALL) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) {
            return ours(port, WorkerThreadStrategy.ofThreads(THREADS), ReplyOrder.AS_COMPLETED, protocol, processor);
        }
    },
    LEADER_FOLLOWER_AS_COMPLETED(Make.OURS, Reach.CALL) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) {
            return ours(port, LeaderFollowerStrategy.ofThreads(THREADS), ReplyOrder.AS_COMPLETED, protocol, processor);
        }
    },
    THREADED_SELECTOR(Make.LIBTHRIFT, Reach.CONNECTION) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) throws TTransportException {
            TNonblockingServerSocket socket = nonblocking(port);
            ExecutorService workers = LibthriftServer.newWorkers(this);
            return new LibthriftServer(
                    new TThreadedSelectorServer(new TThreadedSelectorServer.Args(socket)
                            .selectorThreads(1)
                            .executorService(workers)
                            .processor(processor)
                            .protocolFactory(protocol)),
                    socket.getPort(),
                    workers,
                    () -> {});
        }
    },
    NONBLOCKING(Make.LIBTHRIFT, Reach.SERVER) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) throws TTransportException {
            TNonblockingServerSocket socket = nonblocking(port);
            return new LibthriftServer(
                    new TNonblockingServer(new TNonblockingServer.Args(socket)
                            .processor(processor)
                            .protocolFactory(protocol)),
                    socket.getPort(),
                    LibthriftServer.newWorkers(this),
                    () -> {});
        }
    },
    HS_HA(Make.LIBTHRIFT, Reach.CONNECTION) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) throws TTransportException {
            TNonblockingServerSocket socket = nonblocking(port);
            ExecutorService workers = LibthriftServer.newWorkers(this);
            return new LibthriftServer(
                    new THsHaServer(new THsHaServer.Args(socket)
                            .executorService(workers)
                            .processor(processor)
                            .protocolFactory(protocol)),
                    socket.getPort(),
                    workers,
                    () -> {});
        }
    },
    THREAD_POOL(Make.LIBTHRIFT, Reach.CONNECTION) {
        @Override
        public TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor) throws TTransportException {
            TrackingServerSocket socket = new TrackingServerSocket(loopback(port));
            int boundPort = socket.getServerSocket().getLocalPort();
            ExecutorService workers = LibthriftServer.newWorkers(this);
            return new LibthriftServer(
                    new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                            .executorService(workers)
                            .processor(processor)
                            .protocolFactory(protocol)
                            .transportFactory(new TFramedTransport.Factory())),
                    boundPort,
                    workers,
                    socket::closeAccepted);
        }
    };

    /** The number of threads for calls, if a server has such threads; for THREAD_POOL the number of connections. */
    static final int THREADS = 4;

    /** Which replies must wait for a slow call. */
    public enum Reach {
        /** No others: replies leave as completed. */
        CALL,

        /** Those of later calls on the same connection: replies are in order, or calls run one after another. */
        CONNECTION,

        /** All replies: calls run on the only thread that reads. */
        SERVER
    }

    private enum Make {
        OURS,
        LIBTHRIFT
    }

    private final Make make;
    private final Reach reachOfSlowCalls;

    Servers(Make make, Reach reachOfSlowCalls) {
        this.make = make;
        this.reachOfSlowCalls = reachOfSlowCalls;
    }

    public Reach reachOfSlowCalls() {
        return reachOfSlowCalls;
    }

    /** Returns whether containers of uuid can be read: libthrift 0.25 cannot, this library can, except in JSON. */
    public boolean readsContainersOfUuid(ThriftProtocol protocol) {
        return make == Make.OURS && protocol != ThriftProtocol.JSON;
    }

    /** Starts a server on a free port. */
    public TestServer start(ThriftProtocol protocol, TProcessor processor) throws TTransportException {
        return startOn(0, protocol, processor);
    }

    /** Starts a server on a given port. */
    public abstract TestServer startOn(int port, ThriftProtocol protocol, TProcessor processor)
            throws TTransportException;

    public TestServer ours(
            int port, ProcessingStrategy strategy, ReplyOrder order, ThriftProtocol protocol, TProcessor processor) {
        return TestServer.of(ThriftServer.builder()
                .name(UniqueName.of("test-" + name().toLowerCase(Locale.ROOT)))
                .limits(PatientLimits.builder().build())
                .listen(TestServer.HOST, port)
                .protocol(protocol)
                .strategy(strategy)
                .replyOrder(order)
                .selectorThreads(1)
                .processor(processor)
                .build()
                .start());
    }

    private static TNonblockingServerSocket nonblocking(int port) throws TTransportException {
        return new TNonblockingServerSocket(loopback(port));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @DataProvider(name = "servers")
    public static Object[][] servers() {
        List<Object[]> rows = new ArrayList<>();
        for (Servers server : values()) {
            rows.add(new Object[] {server});
        }
        return rows.toArray(Object[][]::new);
    }

    @DataProvider(name = "serversAndProtocols")
    public static Object[][] serversAndProtocols() {
        List<Object[]> rows = new ArrayList<>();
        for (Servers server : values()) {
            for (ThriftProtocol protocol : ThriftProtocol.values()) {
                rows.add(new Object[] {server, protocol});
            }
        }
        return rows.toArray(Object[][]::new);
    }
}
