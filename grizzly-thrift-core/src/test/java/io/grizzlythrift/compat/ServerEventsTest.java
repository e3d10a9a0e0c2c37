package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.ServerContext;
import org.apache.thrift.server.TServerEventHandler;
import org.apache.thrift.transport.SocketAddressProvider;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TTransport;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * Tests which events the event handler of a drop-in server receives, and that its failures do not affect the server.
 */
@Test(timeOut = 60_000, singleThreaded = true)
public final class ServerEventsTest {
    private static final class Context implements ServerContext {
        private final int number;
        private final CompletableFuture<SocketAddress> peer = new CompletableFuture<>();

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
        public void setRemoteAddress(SocketAddress address) {
            peer.complete(address);
        }
    }

    private static final ThreadLocal<ServerContext> CALLER = new ThreadLocal<>();

    /** Records its events, and fails on those that the test selects. */
    private static final class Events implements TServerEventHandler {
        private final List<String> received = new CopyOnWriteArrayList<>();
        private final Queue<Context> contexts = new ConcurrentLinkedQueue<>();
        private final AtomicInteger created = new AtomicInteger();
        private volatile String failing = "";
        private volatile boolean withoutContext;
        private volatile TTransport transport;

        private void record(String event, ServerContext context) {
            received.add(context instanceof Context known ? event + " " + known.number : event);
            if (event.equals(failing)) {
                throw new IllegalStateException(event + ", made up by a test");
            }
        }

        @Override
        public void preServe() {
            record("preServe", null);
        }

        @Override
        public ServerContext createContext(TProtocol input, TProtocol output) {
            record("create", null);
            if (withoutContext) {
                return null;
            }
            Context context = new Context(created.incrementAndGet());
            contexts.add(context);
            return context;
        }

        @Override
        public void deleteContext(ServerContext context, TProtocol input, TProtocol output) {
            record("delete", context);
        }

        @Override
        public void processContext(ServerContext context, TTransport input, TTransport output) {
            CALLER.set(context);
            transport = input;
            record("process", context);
        }
    }

    private final EverythingHandler handler = new EverythingHandler("served");
    private Events events;
    private TGrizzlyServer server;
    private int port;
    private Thread main;

    @BeforeMethod
    void make() throws Exception {
        events = new Events();
        make((in, out) -> {
            events.received.add("call of " + (CALLER.get() instanceof Context known ? known.number : 0));
            new Everything.Processor<>(handler).process(in, out);
        });
    }

    private void make(TProcessor processor) throws Exception {
        TNonblockingServerSocket socket =
                new TNonblockingServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        port = socket.getPort();
        server = new TGrizzlyServer(new TGrizzlyServer.Args(socket).processor(processor));
        server.setServerEventHandler(events);
    }

    private void serve() {
        main = new Thread(server::serve, "serves");
        main.start();
        Await.that("serves", server::isServing);
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        handler.releaseAll();
        server.stop();
        if (main != null) {
            main.join(20_000);
        }
    }

    private EverythingClient client() throws Exception {
        return ClientKind.FRAMED.open(port, ThriftProtocol.BINARY);
    }

    private void awaitTold(String event) {
        Await.that(event + " is missing: " + events.received, () -> events.received.contains(event));
    }

    public void inTheirOrder() throws Exception {
        serve();
        for (int i = 1; i <= 2; i++) {
            try (EverythingClient client = client()) {
                client.calls().ping();
                client.calls().ping();
            }
            awaitTold("delete " + i);
        }
        assertSame(server.getEventHandler(), events);
        assertEquals(
                events.received,
                List.of(
                        "preServe",
                        "create",
                        "process 1",
                        "call of 1",
                        "process 1",
                        "call of 1",
                        "delete 1",
                        "create",
                        "process 2",
                        "call of 2",
                        "process 2",
                        "call of 2",
                        "delete 2"));
    }

    public void theContextKnowsThePeer() throws Exception {
        serve();
        try (EverythingClient client = client()) {
            client.calls().ping();
            SocketAddress peer = events.contexts.element().peer.get(20, TimeUnit.SECONDS);
            assertTrue(((InetSocketAddress) peer).getAddress().isLoopbackAddress(), peer.toString());
            assertEquals(((SocketAddressProvider) events.transport).getRemoteSocketAddress(), peer);
        }
    }

    /** The context of a closed connection is kept while one of its calls runs. */
    public void deletedAfterTheLastCall() throws Exception {
        serve();
        try (EverythingClient client = client()) {
            Thread caller = new Thread(() -> {
                try {
                    client.calls().hold("runs");
                } catch (Exception e) {
                    handler.noted("given up").complete("");
                }
            });
            caller.start();
            handler.held("runs").entered.get(20, TimeUnit.SECONDS);
        }
        assertEquals(events.received.get(events.received.size() - 1), "call of 1");
        handler.held("runs").reply.complete("");
        awaitTold("delete 1");
    }

    /** An asynchronous handler works, and its calls are reported like any other. */
    public void anAsynchronousHandler() throws Exception {
        AsyncEverything later = new AsyncEverything(Runnable::run);
        server.stop();
        make(later.processor());
        serve();
        try (EverythingClient client = client()) {
            CompletableFuture<String> reply = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    reply.complete(client.calls().hold("later"));
                } catch (Exception e) {
                    reply.completeExceptionally(e);
                }
            });
            caller.start();
            AsyncMethodCallback<Object> callback = later.held("later").get(20, TimeUnit.SECONDS);
            server.stop();
            Await.that("drains", server::getShouldStop);
            callback.onComplete("answered");
            assertEquals(reply.get(20, TimeUnit.SECONDS), "answered");
        }
        main.join(20_000);
        assertEquals(events.received, List.of("preServe", "create", "process 1", "delete 1"));
    }

    public void allAreDeletedWhenServeReturns() throws Exception {
        serve();
        try (EverythingClient one = client();
                EverythingClient two = client()) {
            one.calls().ping();
            two.calls().ping();
            server.stop();
            main.join(20_000);
            assertEquals(
                    events.received.stream()
                            .filter(received -> received.startsWith("delete"))
                            .count(),
                    2,
                    events.received + "");
        }
    }

    public void aConnectionWithoutContext() throws Exception {
        events.withoutContext = true;
        serve();
        try (EverythingClient client = client()) {
            assertEquals(client.calls().whoami("nobody"), "served: nobody");
        }
        awaitTold("delete");
        assertTrue(events.received.contains("process"), events.received.toString());
    }

    public void withoutAHandler() throws Exception {
        server.setServerEventHandler(null);
        serve();
        try (EverythingClient client = client()) {
            assertEquals(client.calls().whoami("nobody"), "served: nobody");
        }
        assertEquals(events.received, List.of("call of 0"));
    }

    public void preServeFails() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            events.failing = "preServe";
            serve();
            assertServes();
            assertEquals(log.awaitCount("preServe of the server's event handler failed"), 1, log.text());
        }
    }

    public void createContextFails() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            serve();
            events.failing = "create";
            try (RawClient rejected = new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                rejected.assertClosedByServer();
            }
            events.failing = "";
            assertServes();
            assertEquals(log.awaitCount("closed /127.0.0.1"), 1, log.text());
        }
    }

    /** The call does not run, because its handler would not know the caller; the connection stays usable. */
    public void processContextFails() throws Exception {
        try (LogCapture log = LogCapture.start();
                EverythingClient client = servedClient()) {
            events.failing = "process";
            TApplicationException e = expectThrows(
                    TApplicationException.class, () -> client.calls().whoami("refused"));
            assertEquals(e.getType(), TApplicationException.INTERNAL_ERROR);
            assertEquals(events.received.get(events.received.size() - 1), "process 1");
            events.failing = "";
            assertEquals(client.calls().whoami("again"), "served: again");
            assertEquals(log.awaitCount("processContext of the server's event handler failed"), 1, log.text());
        }
    }

    private EverythingClient servedClient() throws Exception {
        serve();
        return client();
    }

    public void deleteContextFails() throws Exception {
        try (LogCapture log = LogCapture.start()) {
            serve();
            events.failing = "delete";
            assertServes();
            awaitTold("delete 1");
            assertServes();
            awaitTold("delete 2");
            Await.that(
                    "the failure is not logged",
                    () -> log.count("deleteContext of the server's event handler failed") >= 1);
            Await.that("a connection is kept", () -> server.server().counters().openConnections() == 0);
        }
    }

    private void assertServes() throws Exception {
        try (EverythingClient client = client()) {
            assertEquals(client.calls().whoami("hello"), "served: hello");
        }
    }
}
