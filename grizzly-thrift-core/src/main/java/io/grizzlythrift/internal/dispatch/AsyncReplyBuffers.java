package io.grizzlythrift.internal.dispatch;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.AbstractNonblockingServer;
import org.apache.thrift.transport.TNonblockingTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/**
 * Wraps calls for libthrift's asynchronous processors, which accept a call only as a frame buffer of a libthrift
 * server. This class is that server: it creates the buffers and never serves. It has no state after construction, so
 * any thread may use it.
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

    /**
     * Wraps a call.
     *
     * @param input the protocol from which the arguments are read
     */
    AsyncFrameBuffer wrap(AsyncCall call, TProtocol input) throws TTransportException {
        return new CallBuffer(call, input);
    }

    // facts.md#asyncprocessor-needs-an-asyncframebuffer
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
            call.replied();
        }

        /**
         * Generated code calls this after a TTransportException of the handler, which is a failure like any other here.
         */
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

    /** Satisfies the constructor of a frame buffer, which requires a transport. */
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
