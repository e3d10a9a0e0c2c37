package io.grizzlythrift.internal.connection;

import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.SocketAddressProvider;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;

/**
 * The transport that a {@link org.apache.thrift.TProcessorFactory} receives. It identifies a connection by its
 * addresses and reports whether it is open. Reading and writing throw {@link TTransportException}.
 */
public final class ConnectionTransport extends TTransport implements SocketAddressProvider {
    private final Connection<?> connection;
    private final TConfiguration configuration = new TConfiguration();

    private final Supplier<CompletableFuture<Void>> finished;

    /** Creates a transport whose {@link #whenFinished} completes when the connection closes. */
    public ConnectionTransport(Connection<?> connection) {
        this(connection, () -> whenClosed(connection));
    }

    /** Creates a transport with another source of {@link #whenFinished}. */
    public ConnectionTransport(Connection<?> connection, Supplier<CompletableFuture<Void>> finished) {
        this.connection = connection;
        this.finished = finished;
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
