package io.grizzlythrift.bench.floor;

import io.grizzlythrift.bench.server.BenchServer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Netty's event loops on native epoll, and a pipeline of one handler that writes what it was given at the start. */
final class EpollFloor implements BenchServer {
    private static final int BACKLOG = 1024;

    private final InetSocketAddress address;
    private final CannedReplies replies;
    private final EventLoopGroup acceptor = eventLoops("floor-accept", 1);
    private final EventLoopGroup eventLoops;

    EpollFloor(String host, int port, int threads, CannedReplies replies) {
        address = new InetSocketAddress(host, port);
        this.replies = replies;
        eventLoops = eventLoops("floor", threads);
    }

    private static EventLoopGroup eventLoops(String name, int threads) {
        if (!Epoll.isAvailable()) {
            throw new IllegalArgumentException(
                    "Netty's epoll transport is not available here: " + Epoll.unavailabilityCause());
        }
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), EpollIoHandler.newFactory());
    }

    @Override
    public int start() throws InterruptedException {
        ByteBuf output = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(replies.buffer()));
        Channel listener = new ServerBootstrap()
                .group(acceptor, eventLoops)
                .channel(EpollServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Handler(output));
                    }
                })
                .bind(address)
                .sync()
                .channel();
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close() {
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** One connection. */
    private final class Handler extends ChannelInboundHandlerAdapter {
        private final ByteBuf output;

        /** The bytes of an incomplete request. */
        private int partial;

        Handler(ByteBuf output) {
            this.output = output;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the void promise tells nobody
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf input = (ByteBuf) message;
            int bytes = partial + input.readableBytes();
            input.release();
            partial = replies.rest(bytes);
            int length = replies.bytes(replies.complete(bytes));
            if (length > 0) {
                context.write(output.slice(0, length), context.voidPromise());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.channel().unsafe().closeForcibly();
        }
    }
}
