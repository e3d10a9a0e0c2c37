package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.netty.FrameHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.FastThreadLocal;
import org.apache.thrift.TException;

/**
 * Runs the calls of a read on the event loop. Their replies share one buffer, which leaves in one write at the end of
 * the read.
 */
final class NettyProcessorHandler extends FrameHandler {
    private final FastThreadLocal<FrameProcessor> processors;

    NettyProcessorHandler(int maxFrameBytes, FastThreadLocal<FrameProcessor> processors) {
        super(maxFrameBytes);
        this.processors = processors;
    }

    // The void promise passes a failed write to exceptionCaught.
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    protected void frames(ChannelHandlerContext context, ByteBuf frames) throws TException {
        FrameProcessor processor = processors.get();
        processor.process(frames);
        if (processor.hasReplies()) {
            context.write(processor.takeReplies(context.alloc()), context.voidPromise());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }
}
