package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.Await;
import java.net.SocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.TTransport;

/**
 * An event handler and a processor that keep the connection in a thread local, as real programs for TThreadPoolServer do,
 * and record on which thread they are called.
 */
final class OwnThreads implements TServerEventHandler, TProcessor {
    /** What happened to a connection, and on which thread. The connection of a call is that of the thread local. */
    record Event(int connection, String name, Thread thread) {}

    private static final class Context implements ServerContext {
        private final int number;

        Context(int number) {
            this.number = number;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(this);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type.isInstance(this);
        }

        @Override
        public void setRemoteAddress(SocketAddress address) {}
    }

    private final ThreadLocal<Integer> current = ThreadLocal.withInitial(() -> 0);
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger created = new AtomicInteger();
    private final TProcessor processor;
    volatile boolean failing;

    OwnThreads(TProcessor processor) {
        this.processor = processor;
    }

    private void record(int connection, String name) {
        events.add(new Event(connection, name, Thread.currentThread()));
    }

    @Override
    public void preServe() {}

    @Override
    public ServerContext createContext(TProtocol input, TProtocol output) {
        if (failing) {
            throw new IllegalStateException("made up by a test");
        }
        Context context = new Context(created.incrementAndGet());
        current.set(context.number);
        record(context.number, "create");
        return context;
    }

    @Override
    public void deleteContext(ServerContext context, TProtocol input, TProtocol output) {
        record(((Context) context).number, "delete");
        if (current.get() != ((Context) context).number) {
            record(0, "deleted on another thread");
        }
        current.remove();
    }

    @Override
    public void processContext(ServerContext context, TTransport input, TTransport output) {
        record(((Context) context).number, "process");
    }

    @Override
    public void process(TProtocol in, TProtocol out) throws TException {
        record(current.get(), "call");
        processor.process(in, out);
    }

    int created() {
        return created.get();
    }

    List<String> eventsOf(int connection) {
        return events.stream()
                .filter(event -> event.connection == connection)
                .map(Event::name)
                .toList();
    }

    boolean isDeleted(int connection) {
        return eventsOf(connection).contains("delete");
    }

    void awaitDeleted(int connection) {
        Await.that(
                "the context of connection " + connection + " is not deleted: " + events, () -> isDeleted(connection));
    }

    /** Waits for the end of a connection. Checks that everything of it ran on one thread, and returns that. */
    Thread assertOneThread(int connection, int calls) {
        awaitDeleted(connection);
        List<String> names = eventsOf(connection);
        assertEquals(names.size(), 2 + 2 * calls, names.toString());
        assertEquals(names.get(0), "create");
        assertEquals(names.stream().filter("call"::equals).count(), calls, names.toString());
        assertEquals(names.get(names.size() - 1), "delete");
        assertTrue(eventsOf(0).isEmpty(), "without a thread local: " + eventsOf(0));
        Set<Thread> threads = new LinkedHashSet<>();
        events.stream().filter(event -> event.connection == connection).forEach(event -> threads.add(event.thread));
        assertEquals(threads.size(), 1, threads.toString());
        return threads.iterator().next();
    }
}
