package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.netty.FrameHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.thrift.TException;

/**
 * Runs the calls of a read as one task on another thread. Their replies share one buffer and return to the event loop
 * with one task.
 */
final class NettyPoolHandler extends FrameHandler {
    private final FastThreadLocal<FrameProcessor> processors;
    private final Executor executor;
    private List<ByteBuf> read = new ArrayList<>();

    /** The executor runs the tasks of this connection in their order. */
    NettyPoolHandler(int maxFrameBytes, FastThreadLocal<FrameProcessor> processors, Executor executor) {
        super(maxFrameBytes);
        this.processors = processors;
        this.executor = executor;
    }

    @Override
    protected void frames(ChannelHandlerContext context, ByteBuf frames) {
        read.add(frames.retainedDuplicate());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!read.isEmpty()) {
            List<ByteBuf> calls = read;
            read = new ArrayList<>();
            executor.execute(() -> run(context, calls));
        }
    }

    // The void promise passes a failed write to exceptionCaught.
    @SuppressWarnings("FutureReturnValueIgnored")
    private void run(ChannelHandlerContext context, List<ByteBuf> calls) {
        FrameProcessor processor = processors.get();
        try {
            for (ByteBuf frames : calls) {
                processor.process(frames);
            }
        } catch (TException | RuntimeException failed) {
            exceptionCaught(context, failed);
        } finally {
            calls.forEach(ByteBuf::release);
        }
        if (processor.hasReplies()) {
            context.writeAndFlush(processor.takeReplies(context.alloc()), context.voidPromise());
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        super.handlerRemoved(context);
        read.forEach(ByteBuf::release);
        read.clear();
    }
}
