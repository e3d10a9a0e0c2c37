package io.grizzlythrift.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;

/**
 * Runs the generated processor on each decoded frame and writes its reply in a buffer of its own, on the executor that
 * the pipeline selects.
 *
 * <p>Replies are written without a flush; one flush follows after all frames of a read. Transport and protocol are
 * created once per thread.
 */
@Sharable
final class NettyPlainHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(NettyPlainHandler.class.getName());
    private static final int LENGTH_BYTES = Integer.BYTES;
    /** Extra room for a reply beyond the size of its request, so that replies of the bench never grow their buffer. */
    private static final int SLACK_BYTES = 64;

    private final TProcessor processor;
    private final NettyCodecs codecs;

    NettyPlainHandler(TProcessor processor, NettyCodecs codecs) {
        this.processor = processor;
        this.codecs = codecs;
    }

    // The void promise passes a failed write to exceptionCaught.
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void channelRead(ChannelHandlerContext context, Object message) throws TException {
        ByteBuf frame = (ByteBuf) message;
        NettyCodecs.Codec codec = codecs.get();
        ByteBuf reply = context.alloc().ioBuffer(frame.readableBytes() + SLACK_BYTES);
        try {
            reply.writeInt(0);
            codec.transport().begin(frame, reply);
            codec.protocol().reset();
            processor.process(codec.protocol(), codec.protocol());
        } catch (TException | RuntimeException failed) {
            reply.release();
            throw failed;
        } finally {
            codec.transport().end();
            frame.release();
        }
        int bytes = reply.readableBytes() - LENGTH_BYTES;
        if (bytes == 0) {
            reply.release();
            return;
        }
        reply.setInt(reply.readerIndex(), bytes);
        context.write(reply, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A peer that disconnects during a write is not an error of the server.
        LOG.log(Level.FINE, cause, () -> "connection closed: " + context.channel());
        context.close();
    }
}
