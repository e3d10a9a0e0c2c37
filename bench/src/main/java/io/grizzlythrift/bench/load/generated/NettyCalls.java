package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.netty.FrameHandler;
import io.grizzlythrift.bench.netty.FrameTransport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
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

/**
 * The calls of one connection of the Netty client, matched by sequence id. Runs on the connection's event loop.
 *
 * <p>Calls that begin during a read leave in one buffer at its end. Other calls leave in one buffer after the tasks
 * that wait for the event loop, which may begin further calls.
 */
final class NettyCalls extends FrameHandler implements CallChains.Beginning {
    private final FrameTransport transport = new FrameTransport();
    private final TProtocol protocol;
    private final Client client;
    private final IntObjectMap<CallChains.Chain> inFlight = new IntObjectHashMap<>();
    private volatile ChannelHandlerContext context;
    /** A flush follows: the end of a read, or a task. */
    private boolean flushFollows;

    NettyCalls(TProtocolFactory protocols, int maxFrameBytes) {
        super(maxFrameBytes);
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

    private void send(CallChains.Chain chain) throws TException {
        if (!context.channel().isActive()) {
            throw new TException("the connection is closed");
        }
        transport.beginMessage();
        protocol.reset();
        try {
            chain.call().send(client);
        } catch (TException | RuntimeException failed) {
            transport.cancelMessage();
            throw failed;
        }
        transport.endMessage();
        inFlight.put(client.lastId(), chain);
        if (!flushFollows) {
            flushFollows = true;
            context.executor().execute(this::flush);
        }
    }

    // The void promise passes a failed write to exceptionCaught.
    @SuppressWarnings("FutureReturnValueIgnored")
    private void flush() {
        flushFollows = false;
        if (transport.hasMessages()) {
            context.writeAndFlush(transport.takeMessages(context.alloc()), context.voidPromise());
        }
    }

    /** The results may refer to bytes of the frames, so their chains check them before the frames are released. */
    @Override
    protected void frames(ChannelHandlerContext from, ByteBuf frames) throws TException, IOException {
        flushFollows = true;
        transport.begin(frames);
        while (transport.nextFrame()) {
            read();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        flush();
    }

    private void read() throws TException, IOException {
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
        }
        chain.onComplete(answer);
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        endAll(new IOException("the server closed a connection that waits for replies"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        endAll(new IOException(cause.toString(), cause));
        super.exceptionCaught(from, cause);
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
