package io.grizzlythrift.internal.connection;

import io.grizzlythrift.strategy.spi.CallFlow;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.SocketAddressProvider;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * The transport that a {@link org.apache.thrift.TProcessorFactory} receives. It identifies a connection by its
 * addresses and reports whether it is open. Reading and writing throw {@link TTransportException}.
 */
public final class ConnectionTransport extends TTransport implements SocketAddressProvider {
    private final Connection<?> connection;
    private final TConfiguration configuration = new TConfiguration();

    private final Supplier<CompletableFuture<Void>> finished;
    private final Supplier<CallFlow> flow;

    /** Creates a transport whose {@link #whenFinished} completes when the connection closes. Its calls have many flows. */
    public ConnectionTransport(Connection<?> connection) {
        this(connection, () -> whenClosed(connection), CallFlow::new);
    }

    /** Creates a transport with another source of {@link #whenFinished}, and with the flow of the connection. */
    public ConnectionTransport(
            Connection<?> connection, Supplier<CompletableFuture<Void>> finished, Supplier<CallFlow> flow) {
        this.connection = connection;
        this.finished = finished;
        this.flow = flow;
    }

    private static CompletableFuture<Void> whenClosed(Connection<?> connection) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        connection.closeFuture().addCompletionHandler(new EmptyCompletionHandler<>() {
            @Override
            public void completed(CloseReason reason) {
                closed.complete(null);
            }
        });
        return closed;
    }

    /** {@return a future that completes when the connection is closed and none of its calls still runs} */
    public CompletableFuture<Void> whenFinished() {
        return finished.get();
    }

    /** {@return the flow of all batches of this connection} */
    public CallFlow flow() {
        return flow.get();
    }

    /** {@return the channel of this connection} */
    public SocketChannel channel() {
        return (SocketChannel) ((NIOConnection) connection).getChannel();
    }

    /** Closes the connection at once. Unsent replies are lost. */
    public void terminate() {
        connection.terminateSilently();
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void open() {}

    @Override
    public void close() {
        connection.closeSilently();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        throw unsupported();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        throw unsupported();
    }

    private static TTransportException unsupported() {
        return new TTransportException(
                "this transport only identifies a connection; calls are read and written elsewhere");
    }

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void checkReadBytesAvailable(long length) {}

    @Override
    public void resetMessageSizeAndConsumedBytes(long newSize) {}

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return (SocketAddress) connection.getPeerAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return (SocketAddress) connection.getLocalAddress();
    }
}
