package io.grizzlythrift.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;

/** Replies to each message with libthrift's memory transports, and flushes after all messages of a read. */
@Sharable
final class NettyPlainHandler extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int INITIAL_REPLY_BYTES = 512;

    private final TProcessor processor;
    private final TProtocolFactory protocols;

    NettyPlainHandler(TProcessor processor, TProtocolFactory protocols) {
        this.processor = processor;
        this.protocols = protocols;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws TException {
        byte[] message = new byte[frame.readableBytes()];
        frame.readBytes(message);
        TProtocol in = protocols.getProtocol(new TMemoryInputTransport(message));
        TMemoryBuffer reply = new TMemoryBuffer(INITIAL_REPLY_BYTES);
        processor.process(in, protocols.getProtocol(reply));
        if (reply.length() > 0) {
            context.write(Unpooled.wrappedBuffer(reply.getArray(), 0, reply.length()));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
