package io.grizzlythrift.compat;

import io.grizzlythrift.internal.connection.ConnectionTransport;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.TProcessorFactory;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.AbstractNonblockingServer.AsyncFrameBuffer;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;

/**
 * The events of a server whose calls run on threads that all connections share. Contexts are created on the thread that
 * accepts a connection, and deleted on the thread that finds that its last call has ended.
 */
final class SharedThreadEvents extends ServerEvents {
    private final TProcessorFactory processors;
    private final TProtocolFactory protocol;
    private final Set<ConnectionEvents> open = ConcurrentHashMap.newKeySet();

    SharedThreadEvents(TProcessorFactory processors, TProtocolFactory protocol) {
        this.processors = processors;
        this.protocol = protocol;
    }

    /** Deletes the remaining contexts. Does not wait for handlers that still run. */
    @Override
    void serverStopped(Duration patience) {
        open.forEach(ConnectionEvents::deleteContext);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // deleteContext cannot fail
    public TProcessor getProcessor(TTransport transport) {
        TServerEventHandler current = handler();
        if (current == null) {
            return processors.getProcessor(transport);
        }
        ConnectionTransport connection = (ConnectionTransport) transport;
        ConnectionEvents events = ConnectionEvents.create(
                current,
                protocol.getProtocol(connection),
                protocol.getProtocol(connection),
                connection.getRemoteSocketAddress(),
                failures());
        open.add(events);
        connection.whenFinished().thenRun(() -> {
            events.deleteContext();
            open.remove(events);
        });
        TProcessor processor = processors.getProcessor(transport);
        return processor instanceof TAsyncProcessor asynchronous
                ? new AsyncNotifyingProcessor(events, processor, asynchronous)
                : new NotifyingProcessor(events, processor);
    }

    @Override
    public boolean isAsyncProcessor() {
        return processors.isAsyncProcessor();
    }

    /** Calls the event handler before each call. */
    private static class NotifyingProcessor implements TProcessor {
        final ConnectionEvents events;
        private final TProcessor processor;

        NotifyingProcessor(ConnectionEvents events, TProcessor processor) {
            this.events = events;
            this.processor = processor;
        }

        @Override
        public void process(TProtocol in, TProtocol out) throws TException {
            events.beforeCall();
            processor.process(in, out);
        }
    }

    /** The same for a processor with an asynchronous handler. */
    private static final class AsyncNotifyingProcessor extends NotifyingProcessor implements TAsyncProcessor {
        private final TAsyncProcessor asynchronous;

        AsyncNotifyingProcessor(ConnectionEvents events, TProcessor processor, TAsyncProcessor asynchronous) {
            super(events, processor);
            this.asynchronous = asynchronous;
        }

        @Override
        public void process(AsyncFrameBuffer call) throws TException {
            events.beforeCall();
            asynchronous.process(call);
        }
    }
}
