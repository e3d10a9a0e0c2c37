package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.netty.ByteBufTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TBase;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** The calls of one connection of the Netty client, matched by sequence id. Runs on the connection's event loop. */
final class NettyCalls extends ChannelInboundHandlerAdapter implements CallChains.Beginning {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final int INITIAL_BYTES = 512;

    private final ByteBufTransport transport = new ByteBufTransport();
    private final TProtocol protocol;
    private final Client client;
    private final IntObjectMap<CallChains.Chain> inFlight = new IntObjectHashMap<>();
    private volatile ChannelHandlerContext context;

    NettyCalls(TProtocolFactory protocols) {
        protocol = protocols.getProtocol(transport);
        client = new Client(protocol);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void begin(CallChains.Chain chain) throws TException {
        if (context.executor().inEventLoop()) {
            send(chain);
        } else {
            context.executor().execute(() -> {
                try {
                    send(chain);
                } catch (TException failed) {
                    chain.onError(failed);
                }
            });
        }
    }

    // The void promise passes a failed write to exceptionCaught.
    @SuppressWarnings("FutureReturnValueIgnored")
    private void send(CallChains.Chain chain) throws TException {
        if (!context.channel().isActive()) {
            throw new TException("the connection is closed");
        }
        ByteBuf message = context.alloc().ioBuffer(INITIAL_BYTES);
        try {
            message.writeInt(0);
            transport.begin(Unpooled.EMPTY_BUFFER, message);
            protocol.reset();
            chain.call().send(client);
        } catch (TException | RuntimeException failed) {
            message.release();
            throw failed;
        } finally {
            transport.end();
        }
        message.setInt(message.readerIndex(), message.readableBytes() - LENGTH_BYTES);
        inFlight.put(client.lastId(), chain);
        context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object frame) throws Exception {
        try {
            read((ByteBuf) frame);
        } finally {
            ((ByteBuf) frame).release();
        }
    }

    /** The result may refer to bytes of the frame, so the chain checks it before the frame is released. */
    private void read(ByteBuf frame) throws TException, IOException {
        transport.begin(frame, Unpooled.EMPTY_BUFFER);
        protocol.reset();
        TMessage header = protocol.readMessageBegin();
        CallChains.Chain chain = inFlight.remove(header.seqid);
        if (chain == null) {
            throw new IOException("a reply to no call: " + header);
        }
        Object answer;
        try {
            if (header.type == TMessageType.EXCEPTION) {
                throw TApplicationException.readFrom(protocol);
            }
            answer = chain.call().receive(client);
        } catch (TException failed) {
            chain.onError(failed);
            return;
        } finally {
            transport.end();
        }
        chain.onComplete(answer);
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        endAll(new IOException("the server closed a connection that waits for replies"));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        endAll(new IOException(cause.toString(), cause));
        from.close();
    }

    private void endAll(IOException cause) {
        List<CallChains.Chain> all = new ArrayList<>(inFlight.values());
        inFlight.clear();
        all.forEach(chain -> chain.onError(cause));
    }

    /**
     * The generated client, except that it does not read the header of a reply: the header is read before, to find the
     * call by its sequence id.
     */
    private static final class Client extends BenchService.Client {
        Client(TProtocol protocol) {
            super(protocol);
        }

        int lastId() {
            return seqid_;
        }

        @Override
        protected void receiveBase(TBase<?, ?> result, String method) throws TException {
            result.read(getInputProtocol());
            getInputProtocol().readMessageEnd();
        }
    }
}
