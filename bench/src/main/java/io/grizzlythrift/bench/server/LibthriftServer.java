package io.grizzlythrift.bench.server;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.THsHaServer;
import org.apache.thrift.server.TNonblockingServer;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TSimpleServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * The servers of libthrift. Each gets one thread to serve on, in addition to the threads that it creates, and the numbers
 * of threads of the settings as far as it has such numbers; everything else is libthrift's default but the backlog and
 * the frame limit, which are those of all servers. Its maintainers would choose between these servers, not tune one:
 * none has options for buffers or for reading several calls at a time. For handlers that return at once, {@link
 * #threadedSelector} needs no worker threads.
 */
final class LibthriftServer implements BenchServer {
    /** The same backlog as with the other servers; the default is 50. */
    private static final int BACKLOG = 1024;

    private final ServerSettings settings;
    private final Maker maker;
    private volatile Optional<TServer> running = Optional.empty();

    private LibthriftServer(ServerSettings settings, Maker maker) {
        this.settings = settings;
        this.maker = maker;
    }

    /** One thread serves one connection at a time; other connections wait until the client closes it. */
    static BenchServer simple(ServerSettings settings) {
        return new LibthriftServer(settings, (given, address) -> {
            TServerSocket socket = blockingSocket(address);
            return new Bound(new TSimpleServer(framed(new TServer.Args(socket), given)), portOf(socket));
        });
    }

    /** One thread per connection: the pool grows with the number of connections, and ignores the settings. */
    static BenchServer threadPool(ServerSettings settings) {
        return new LibthriftServer(settings, (given, address) -> {
            TServerSocket socket = blockingSocket(address);
            TThreadPoolServer.Args args =
                    new TThreadPoolServer.Args(socket).stopTimeoutVal(1).stopTimeoutUnit(TimeUnit.SECONDS);
            return new Bound(new TThreadPoolServer(framed(args, given)), portOf(socket));
        });
    }

    /** One thread does everything. */
    static BenchServer nonblocking(ServerSettings settings) {
        return new LibthriftServer(settings, (given, address) -> {
            TNonblockingServerSocket socket = nonblockingSocket(given, address);
            return new Bound(
                    new TNonblockingServer(new TNonblockingServer.Args(socket)
                            .processor(given.processor())
                            .protocolFactory(protocols(given))),
                    socket.getPort());
        });
    }

    /** One thread for I/O, and a pool for the calls. */
    static BenchServer halfSyncHalfAsync(ServerSettings settings) {
        return new LibthriftServer(settings, (given, address) -> {
            TNonblockingServerSocket socket = nonblockingSocket(given, address);
            // The queue is unbounded, so the pool never grows beyond its minimum: minimum and maximum are the same.
            return new Bound(
                    new THsHaServer(new THsHaServer.Args(socket)
                            .minWorkerThreads(given.workerThreads())
                            .maxWorkerThreads(given.workerThreads())
                            .stopTimeoutVal(1)
                            .processor(given.processor())
                            .protocolFactory(protocols(given))),
                    socket.getPort());
        });
    }

    /** Several threads for I/O, and a pool for the calls; without worker threads, the threads for I/O run the calls. */
    static BenchServer threadedSelector(ServerSettings settings) {
        return new LibthriftServer(settings, (given, address) -> {
            TNonblockingServerSocket socket = nonblockingSocket(given, address);
            TThreadedSelectorServer.Args args = new TThreadedSelectorServer.Args(socket)
                    .selectorThreads(given.ioThreads())
                    .workerThreads(given.workerThreads())
                    .stopTimeoutVal(1)
                    .processor(given.processor())
                    .protocolFactory(protocols(given));
            TServer server = new TThreadedSelectorServer(args) {
                @Override
                protected void gracefullyShutdownInvokerPool() {
                    // libthrift does not check whether there is a pool, and fails.
                    if (given.workerThreads() > 0) {
                        super.gracefullyShutdownInvokerPool();
                    }
                }
            };
            return new Bound(server, socket.getPort());
        });
    }

    @Override
    public int start() throws TTransportException {
        Bound bound = maker.make(settings, new InetSocketAddress(settings.host(), settings.port()));
        running = Optional.of(bound.server);
        new Thread(bound.server::serve, "libthrift-serve").start();
        return bound.port;
    }

    @Override
    public void close() {
        running.ifPresent(TServer::stop);
    }

    private static TServerSocket blockingSocket(InetSocketAddress address) throws TTransportException {
        return new TServerSocket(
                new TServerSocket.ServerSocketTransportArgs().bindAddr(address).backlog(BACKLOG));
    }

    private static <T extends TServer.AbstractServerArgs<T>> T framed(T args, ServerSettings settings) {
        return args.processor(settings.processor())
                .transportFactory(new TFramedTransport.Factory(settings.maxFrameBytes()))
                .protocolFactory(protocols(settings));
    }

    private static int portOf(TServerSocket socket) {
        return socket.getServerSocket().getLocalPort();
    }

    private static TNonblockingServerSocket nonblockingSocket(ServerSettings settings, InetSocketAddress address)
            throws TTransportException {
        return new TNonblockingServerSocket(new TNonblockingServerSocket.NonblockingAbstractServerSocketArgs()
                .bindAddr(address)
                .backlog(BACKLOG)
                .maxFrameSize(settings.maxFrameBytes()));
    }

    private static TProtocolFactory protocols(ServerSettings settings) {
        return settings.protocol().factory();
    }

    /** Creates a server and binds it, at its start. */
    private interface Maker {
        Bound make(ServerSettings settings, InetSocketAddress address) throws TTransportException;
    }

    private record Bound(TServer server, int port) {}
}
