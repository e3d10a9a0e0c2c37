package io.grizzlythrift.dispatch;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.AbstractNonblockingServer;
import org.apache.thrift.transport.TNonblockingTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/**
 * Wraps calls for libthrift's asynchronous processors, which take them as buffers of a server of libthrift's. That
 * server is this one; it never serves.
 */
final class AsyncReplyBuffers extends AbstractNonblockingServer {
    private final TNonblockingTransport noTransport;

    AsyncReplyBuffers() {
        super(new Args());
        try {
            noTransport = new NoTransport();
        } catch (TTransportException e) {
            throw new IllegalStateException("a message of no bytes is not too large", e);
        }
    }

    private static final class Args extends AbstractNonblockingServerArgs<Args> {
        Args() {
            super(null);
            transportFactory(new TTransportFactory());
            protocolFactory(transport -> null);
        }
    }

    /** @param input where the arguments are */
    AsyncFrameBuffer around(AsyncCall call, TProtocol input) throws TTransportException {
        return new CallBuffer(call, input);
    }

    private final class CallBuffer extends AsyncFrameBuffer {
        private final AsyncCall call;
        private final TProtocol input;

        CallBuffer(AsyncCall call, TProtocol input) throws TTransportException {
            super(noTransport, null, null);
            this.call = call;
            this.input = input;
        }

        @Override
        public TProtocol getInputProtocol() {
            return input;
        }

        @Override
        public TProtocol getOutputProtocol() {
            return call.output();
        }

        @Override
        public void responseReady() {
            call.answered();
        }

        /** What generated code does about a TTransportException of the handler's, which here is one as any other. */
        @Override
        public void close() {
            call.failed();
        }
    }

    @Override
    protected boolean startThreads() {
        throw new UnsupportedOperationException("never serves");
    }

    @Override
    protected void waitForShutdown() {
        throw new UnsupportedOperationException("never serves");
    }

    @Override
    protected boolean requestInvoke(FrameBuffer frameBuffer) {
        throw new UnsupportedOperationException("never serves");
    }

    /** A buffer wants one. */
    private static final class NoTransport extends TNonblockingTransport {
        NoTransport() throws TTransportException {
            super(new TConfiguration());
        }

        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public void open() {}

        @Override
        public void close() {}

        @Override
        public int read(byte[] target, int offset, int length) {
            throw new UnsupportedOperationException("nothing to read from");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            throw new UnsupportedOperationException("nothing to write to");
        }

        @Override
        public boolean startConnect() {
            return false;
        }

        @Override
        public boolean finishConnect() {
            return false;
        }

        @Override
        public SelectionKey registerSelector(Selector selector, int interests) {
            throw new UnsupportedOperationException("nothing to select");
        }
    }
}
