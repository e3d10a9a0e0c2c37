package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.netty.FrameTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;

/** Runs the generated processor on frames, with a transport and a protocol that its thread reuses for every call. */
final class FrameProcessor {
    private final FrameTransport transport = new FrameTransport();
    private final TProtocol protocol;
    private final TProcessor processor;

    private FrameProcessor(TProcessor processor, TProtocolFactory protocols) {
        this.processor = processor;
        protocol = protocols.getProtocol(transport);
    }

    /** {@return the frame processor of each thread, for the same calls} */
    static FastThreadLocal<FrameProcessor> perThread(TProcessor processor, TProtocolFactory protocols) {
        return new FastThreadLocal<>() {
            @Override
            protected FrameProcessor initialValue() {
                return new FrameProcessor(processor, protocols);
            }
        };
    }

    /**
     * Runs the calls of a read. Their replies wait in this object for {@link #takeReplies}; after a failure, none do.
     *
     * @param frames complete frames
     */
    void process(ByteBuf frames) throws TException {
        transport.begin(frames);
        try {
            while (transport.nextFrame()) {
                transport.beginMessage();
                protocol.reset();
                processor.process(protocol, protocol);
                transport.endMessage();
            }
        } catch (TException | RuntimeException failed) {
            transport.clear();
            throw failed;
        }
    }

    /** {@return true if there are replies} Oneway calls have none. */
    boolean hasReplies() {
        return transport.hasMessages();
    }

    /** Returns all replies in one direct buffer. */
    ByteBuf takeReplies(ByteBufAllocator allocator) {
        return transport.takeMessages(allocator);
    }
}
