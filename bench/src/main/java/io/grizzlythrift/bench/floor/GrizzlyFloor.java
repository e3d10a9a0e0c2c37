package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.server.BenchServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * A transport of Grizzly whose selector threads do everything, and a chain of one filter above that of the transport. The
 * filter writes to the channel itself, past Grizzly's write queue, as our server does while that queue is empty.
 */
final class GrizzlyFloor implements BenchServer {
    private static final Attribute<Integer> PARTIAL =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(GrizzlyFloor.class.getName());

    private final InetSocketAddress address;
    private final TCPNIOTransport transport;

    GrizzlyFloor(String host, int port, int threads, CannedReplies replies) {
        address = new InetSocketAddress(host, port);
        transport = TCPNIOTransportBuilder.newInstance()
                .setName("floor")
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new ReplyFilter(replies))
                        .build())
                .setIOStrategy(SameThreadIOStrategy.getInstance())
                .setSelectorRunnersCount(threads)
                .setReadBufferSize(Replies.READ_BYTES)
                .setOptimizedForMultiplexing(false)
                .build();
        transport.setTcpNoDelay(true);
    }

    @Override
    public int start() throws IOException {
        TCPNIOServerConnection listener = transport.bind(address);
        transport.start();
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    @Override
    public void close() {
        try {
            transport.shutdownNow();
        } catch (IOException failed) {
            // It is of no use any more.
        }
    }

    /** Replies to what was read. */
    private static final class ReplyFilter extends BaseFilter {
        private final CannedReplies replies;
        private final ThreadLocal<ByteBuffer> output;

        ReplyFilter(CannedReplies replies) {
            this.replies = replies;
            output = ThreadLocal.withInitial(replies::buffer);
        }

        @Override
        public NextAction handleRead(FilterChainContext context) throws IOException {
            Connection<?> connection = context.getConnection();
            Buffer input = context.getMessage();
            Integer partial = PARTIAL.get(connection);
            int bytes = (partial == null ? 0 : partial) + input.remaining();
            input.tryDispose();
            int rest = replies.rest(bytes);
            if (partial == null || partial != rest) {
                PARTIAL.set(connection, rest);
            }
            int length = replies.bytes(replies.complete(bytes));
            if (length > 0) {
                write((SocketChannel) ((NIOConnection) connection).getChannel(), length);
            }
            return context.getStopAction();
        }

        private void write(SocketChannel channel, int length) throws IOException {
            if (channel.write(output.get().clear().limit(length)) < length) {
                throw new IOException("a short write");
            }
        }
    }
}
