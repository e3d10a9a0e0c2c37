package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A pipelining client on Netty, made like the Netty server: calls start and end on the event loop of their connection,
 * the replies of a read are decoded where they lie in one array, and the calls that they start leave in one buffer and
 * one write. Its maintainers would do so because a write costs a system call, and a buffer per call costs an allocation
 * and a reference count.
 */
public final class NettyClient extends GeneratedClient {
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
        NettyCalls calls = new NettyCalls(plan().protocol().factory(), plan().maxFrameBytes());
        ChannelFuture connecting = new Bootstrap()
                .group(eventLoops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(calls)
                .connect(plan().host(), plan().port())
                .awaitUninterruptibly();
        if (!connecting.isSuccess()) {
            throw new IOException(connecting.cause().toString(), connecting.cause());
        }
        return calls;
    }

    @Override
    public void close() {
        chains.stop(grace());
        disconnect.run();
    }
}
