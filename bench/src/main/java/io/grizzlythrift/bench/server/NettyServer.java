package io.grizzlythrift.bench.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A Netty server, with the processor on the event loop or on a pool, on Java's NIO, Netty's own epoll, or io_uring.
 *
 * <p>The calls of a read are decoded where they lie in one array, and their replies leave in one buffer and one write, as
 * a maintainer of Netty would do for small pipelined messages: what costs then is the work per message, a slice, a trip
 * through the pipeline, a reference count, a write. On the pool, the calls of a read are one task, because each task may
 * wake a thread; a connection keeps to one thread, which keeps replies in the order of requests.
 *
 * <p>The plain variants are what a first program has: {@code LengthFieldBasedFrameDecoder}, a task for each frame on the
 * pool, a buffer and a write for each reply. They too reuse transports and protocols, patch lengths in place, use void
 * promises, and link the parts of large frames instead of copying them.
 */
final class NettyServer implements BenchServer {
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final ServerSettings settings;
    private final NettyTransport transport;
    private final EventLoopGroup acceptor;
    private final EventLoopGroup eventLoops;
    private final EventExecutorGroup pool;
    private final boolean plain;

    private NettyServer(ServerSettings settings, NettyTransport transport, boolean pooled, boolean plain) {
        this.settings = settings;
        this.transport = transport;
        this.plain = plain;
        acceptor = eventLoops("netty-accept", 1);
        eventLoops = eventLoops("netty-io", settings.ioThreads());
        pool = pooled
                ? new DefaultEventExecutorGroup(settings.workerThreads(), new DefaultThreadFactory("netty-worker"))
                : eventLoops;
    }

    static NettyServer plain(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.nio(), false, true);
    }

    static NettyServer plainPool(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.nio(), true, true);
    }

    static NettyServer nio(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.nio(), false, false);
    }

    static NettyServer pool(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.nio(), true, false);
    }

    static NettyServer epoll(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.epoll(), false, false);
    }

    static NettyServer uring(ServerSettings settings) {
        return new NettyServer(settings, NettyTransport.uring(), false, false);
    }

    @Override
    public int start() throws InterruptedException {
        Channel listener = new ServerBootstrap()
                .group(acceptor, eventLoops)
                .channel(transport.listener())
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(plain ? plainConnections() : connections())
                .bind(settings.host(), settings.port())
                .sync()
                .channel();
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private EventLoopGroup eventLoops(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), transport.handlers());
    }

    private ChannelHandler connections() {
        FastThreadLocal<FrameProcessor> processors = FrameProcessor.perThread(
                settings.processor(), settings.protocol().factory());
        int maxBytes = settings.maxFrameBytes();
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(
                                pool == eventLoops
                                        ? new NettyProcessorHandler(maxBytes, processors)
                                        : new NettyPoolHandler(maxBytes, processors, pool.next()));
            }
        };
    }

    private ChannelHandler plainConnections() {
        NettyPlainHandler handler = new NettyPlainHandler(
                settings.processor(), new NettyCodecs(settings.protocol().factory()));
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                addPlain(channel.pipeline(), handler);
            }
        };
    }

    /**
     * Adds the decoder, and then the processor with its executor.
     *
     * <p>Only the variant for a pool is deprecated. Netty 4.2 has no other that keeps the order of a connection, and
     * users rely on it.
     */
    @SuppressWarnings("deprecation")
    private void addPlain(ChannelPipeline pipeline, NettyPlainHandler handler) {
        LengthFieldBasedFrameDecoder decoder =
                new LengthFieldBasedFrameDecoder(settings.maxFrameBytes(), 0, LENGTH_BYTES, 0, LENGTH_BYTES);
        // Halves the CPU time for 3 MB; makes no difference for 300 bytes.
        decoder.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
        pipeline.addLast(decoder);
        if (pool == eventLoops) {
            pipeline.addLast(handler);
        } else {
            pipeline.addLast(pool, handler);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void close() {
        acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        pool.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
