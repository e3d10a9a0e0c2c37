package io.grizzlythrift.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;

/**
 * Runs the generated processor on each decoded frame, on the executor that the pipeline selects. The replies to all
 * frames of a read share one buffer, which leaves in one write at the end of the read.
 *
 * <p>Each connection has its own handler. Its buffer is allocated for the first frame of a read, as large as the replies
 * to the previous read, so that it rarely grows.
 */
final class NettyProcessorHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(NettyProcessorHandler.class.getName());
    private static final int LENGTH_BYTES = Integer.BYTES;
    /** Extra room for a reply beyond the size of its request, so that replies of the bench never grow their buffer. */
    private static final int SLACK_BYTES = 64;

    private final TProcessor processor;
    private final NettyCodecs codecs;
    private ByteBuf replies; // null between reads
    private int previousBytes;

    NettyProcessorHandler(TProcessor processor, NettyCodecs codecs) {
        this.processor = processor;
        this.codecs = codecs;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws TException {
        ByteBuf frame = (ByteBuf) message;
        NettyCodecs.Codec codec = codecs.get();
        if (replies == null) {
            replies = context.alloc().ioBuffer(Math.max(previousBytes, frame.readableBytes() + SLACK_BYTES));
        }
        int start = replies.writerIndex();
        int written = start;
        try {
            replies.writeInt(0);
            codec.transport().begin(frame, replies);
            codec.protocol().reset();
            processor.process(codec.protocol(), codec.protocol());
            int bytes = replies.writerIndex() - start - LENGTH_BYTES;
            if (bytes > 0) {
                replies.setInt(start, bytes);
                written = replies.writerIndex();
            }
        } finally {
            replies.writerIndex(written); // nothing of a oneway call, or of a call that failed
            codec.transport().end();
            frame.release();
        }
    }

    // The void promise passes a failed write to exceptionCaught.
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void channelReadComplete(ChannelHandlerContext context) {
        ByteBuf ready = replies;
        if (ready == null) {
            return;
        }
        replies = null;
        previousBytes = ready.readableBytes();
        if (previousBytes > 0) {
            context.writeAndFlush(ready, context.voidPromise());
        } else {
            ready.release();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (replies != null) {
            replies.release();
            replies = null;
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A peer that disconnects during a write is not an error of the server.
        LOG.log(Level.FINE, cause, () -> "connection closed: " + context.channel());
        context.close();
    }
}
