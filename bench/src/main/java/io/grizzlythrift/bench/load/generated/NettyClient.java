package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A pipelining client on Netty, tuned like the Netty server: calls start and end on the event loop of their connection,
 * and the calls that one read starts are sent with one flush.
 */
public final class NettyClient extends GeneratedClient {
    private static final int LENGTH_BYTES = Integer.BYTES;
    /** Maximum number of calls before a flush, even if the read continues. */
    private static final int CALLS_PER_FLUSH = 256;

    private final CallChains chains = new CallChains(mix(), answers());
    private Runnable disconnect = () -> {};

    public NettyClient(LoadPlan plan) {
        super(plan);
    }

    @Override
    public void start() throws IOException {
        EventLoopGroup eventLoops = new MultiThreadIoEventLoopGroup(
                plan().ioThreads(), new DefaultThreadFactory("netty-client", true), NioIoHandler.newFactory());
        disconnect = () -> eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        List<NettyCalls> connections = new ArrayList<>();
        for (int i = 0; i < plan().connections(); i++) {
            connections.add(connect(eventLoops));
        }
        // In this order, so that successive calls of the schedule use different connections.
        for (int i = 0; i < plan().inFlight(); i++) {
            connections.forEach(chains::add);
        }
        chains.start(plan().rate());
    }

    private NettyCalls connect(EventLoopGroup eventLoops) throws IOException {
        NettyCalls calls = new NettyCalls(plan().protocol().factory());
        ChannelFuture connecting = new Bootstrap()
                .group(eventLoops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        LengthFieldBasedFrameDecoder decoder = new LengthFieldBasedFrameDecoder(
                                plan().maxFrameBytes(), 0, LENGTH_BYTES, 0, LENGTH_BYTES);
                        // The parts of large frames are linked instead of copied.
                        decoder.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
                        channel.pipeline()
                                .addLast(new FlushConsolidationHandler(CALLS_PER_FLUSH, true), decoder, calls);
                    }
                })
                .connect(plan().host(), plan().port())
                .awaitUninterruptibly();
        if (!connecting.isSuccess()) {
            throw new IOException(connecting.cause().getMessage(), connecting.cause());
        }
        return calls;
    }

    @Override
    public void close() {
        chains.stop(grace());
        disconnect.run();
    }
}
