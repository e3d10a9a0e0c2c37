package io.grizzlythrift.client.dialect;

import io.grizzlythrift.client.testing.server.LibthriftServer;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.client.testing.server.TestServer;
import io.grizzlythrift.client.testing.server.TrackingServerSocket;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.message.ThriftProtocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.thrift.TProcessor;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TTransportException;

/** Servers that understand other dialects than framed messages. */
enum DialectServers {
    UNFRAMED_SAME_THREAD(Dialect.UNFRAMED, Servers.SAME_THREAD),
    UNFRAMED_WORKER_THREAD(Dialect.UNFRAMED, Servers.WORKER_THREAD),
    UNFRAMED_LEADER_FOLLOWER(Dialect.UNFRAMED, Servers.LEADER_FOLLOWER_AS_COMPLETED),
    HEADER_SAME_THREAD(Dialect.HEADER, Servers.SAME_THREAD),
    HEADER_WORKER_THREAD(Dialect.HEADER, Servers.WORKER_THREAD),
    HEADER_LEADER_FOLLOWER(Dialect.HEADER, Servers.LEADER_FOLLOWER_AS_COMPLETED),

    /** Without a transport factory: this server of libthrift then expects unframed messages. */
    UNFRAMED_THREAD_POOL(Dialect.UNFRAMED, Servers.THREAD_POOL) {
        @Override
        TestServer start(ThriftProtocol protocol, TProcessor processor) throws TTransportException {
            TrackingServerSocket socket =
                    new TrackingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = socket.getServerSocket().getLocalPort();
            ExecutorService workers = LibthriftServer.newWorkers(Servers.THREAD_POOL);
            return new LibthriftServer(
                    new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                            .executorService(workers)
                            .processor(processor)
                            .protocolFactory(protocol)),
                    port,
                    workers,
                    socket::closeAccepted);
        }
    };

    private final Dialect dialect;
    private final Servers kind;

    DialectServers(Dialect dialect, Servers kind) {
        this.dialect = dialect;
        this.kind = kind;
    }

    Dialect dialect() {
        return dialect;
    }

    /** Returns whether containers of uuid can be read. */
    boolean readsContainersOfUuid(ThriftProtocol protocol) {
        return kind.readsContainersOfUuid(protocol);
    }

    /** Starts a server on a free port. */
    TestServer start(ThriftProtocol protocol, TProcessor processor) throws TTransportException {
        return kind.start(protocol, processor);
    }

    static Object[][] rows() {
        List<Object[]> rows = new ArrayList<>();
        for (DialectServers server : values()) {
            rows.add(new Object[] {server, ThriftProtocol.BINARY});
            rows.add(new Object[] {server, ThriftProtocol.COMPACT});
        }
        return rows.toArray(Object[][]::new);
    }
}
