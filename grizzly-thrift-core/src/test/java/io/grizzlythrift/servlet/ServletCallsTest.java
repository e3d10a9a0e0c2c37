package io.grizzlythrift.servlet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.MovedClock;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.servlet.ServletHost;
import io.grizzlythrift.test.servlet.ServletHost.Container;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls to a servlet in Tomcat and in Jetty. */
@Test(timeOut = 120_000)
public final class ServletCallsTest {
    private final Requests requests = new Requests(ThriftProtocol.BINARY);

    @DataProvider
    static Object[][] containers() {
        return new Object[][] {{Container.TOMCAT}, {Container.JETTY}};
    }

    /** Every strategy and every protocol in each container. */
    @DataProvider
    static Object[][] combinations() {
        List<Object[]> rows = new ArrayList<>();
        for (Container container : Container.values()) {
            for (Object[] row : Strategies.strategiesAndProtocols()) {
                rows.add(new Object[] {container, row[0], row[1]});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    static ThriftServlet.Builder servlet(EverythingHandler handler) {
        return ThriftServlet.builder()
                .name(UniqueName.of("servlet"))
                .limits(Strategies.patient().build())
                .shutdownGrace(Await.LONG)
                .processor(new Everything.Processor<>(handler));
    }

    @Test(dataProvider = "combinations")
    public void everyKindOfCall(Container container, Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServlet servlet = servlet(handler)
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .protocol(protocol)
                .build();
        try (ServletHost host = container.start(servlet)) {
            Everything.Client client = new ServletClient(host).client(protocol);
            for (int round = 0; round < 3; round++) {
                client.ping();
                assertEquals(client.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
                assertEquals(expectThrows(Refused.class, () -> client.judge(1)).getCode(), 41);
                assertEquals(
                        expectThrows(TApplicationException.class, () -> client.fail("RUNTIME"))
                                .getType(),
                        TApplicationException.INTERNAL_ERROR);
                String note = "oneway " + round;
                client.note(note);
                assertEquals(handler.noted(note).get(20, TimeUnit.SECONDS), note);
                for (int length : new int[] {0, 8_192, 70_000, 500_000}) {
                    String text = "x".repeat(length);
                    assertEquals(client.echoString(text), text);
                }
            }
            assertEquals(servlet.counters().calls(), 27);
            assertNothingHeld(servlet);
        }
    }

    static void assertNothingHeld(ThriftServlet servlet) {
        Await.that("calls stay in flight", () -> servlet.counters().inFlight() == 0);
        Await.that("memory is held", () -> servlet.counters().bufferedBytes() == 0);
    }

    /** With same-thread, the handler runs on the thread that has to send the response. */
    @Test(dataProvider = "combinations")
    public void aOnewayCallIsRepliedToBeforeItRuns(Container container, Strategies strategy, ThriftProtocol protocol)
            throws Exception {
        CompletableFuture<Void> replied = new CompletableFuture<>();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public void note(String text) {
                replied.orTimeout(20, TimeUnit.SECONDS).join();
                super.note(text);
            }
        };
        ThriftServlet servlet = servlet(handler)
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .protocol(protocol)
                .build();
        try (ServletHost host = container.start(servlet)) {
            byte[] note = new Requests(protocol).oneway("note", 3, new Everything.note_args("text"));
            try (Socket socket = new ServletClient(host).connect()) {
                HttpHost.writePost(socket, note);
                String response = HttpHost.readResponse(socket.getInputStream());
                assertTrue(response.startsWith("HTTP/1.1 200"), response);
                replied.complete(null);
                handler.noted("text").get(20, TimeUnit.SECONDS);
            }
        }
    }

    @Test(dataProvider = "containers")
    public void asynchronousHandlersReplyLater(Container container) throws Exception {
        AsyncEverything calls = new AsyncEverything(ForkJoinPool.commonPool());
        ThriftServlet servlet = ThriftServlet.builder()
                .name(UniqueName.of("servlet"))
                .limits(Strategies.patient().build())
                .processor(calls.processor())
                .build();
        try (ServletHost host = container.start(servlet)) {
            HttpResponse<byte[]> response = HttpHost.send(new ServletClient(host).post(requests.echoString(1, "soon")));
            new Reply(ThriftProtocol.BINARY, response.body()).assertEchoString(1, "soon");
        }
    }

    /** The handler never replies; the timeout monitor does, while no thread of the container knows of the request. */
    @Test(dataProvider = "containers")
    public void overdueCallsGetAnErrorReply(Container container) throws Exception {
        MovedClock clock = new MovedClock();
        ThriftServlet servlet = clock.of(ThriftServlet.builder())
                .name(UniqueName.of("servlet"))
                .limits(Strategies.patient().build())
                .processor(new AsyncEverything(Runnable::run).processor())
                .build();
        try (ServletHost host = container.start(servlet)) {
            CompletableFuture<HttpResponse<byte[]>> response = HttpHost.sendAsync(
                    new ServletClient(host).post(requests.call("hold", 2, new Everything.hold_args("for ever"))));
            Await.that("the call does not run", () -> servlet.counters().inFlight() == 1);
            clock.moveUntil("the call is not overdue", response::isDone);
            TApplicationException overdue = new Reply(
                            ThriftProtocol.BINARY, response.get().body())
                    .assertFailure("hold", 2, TApplicationException.INTERNAL_ERROR);
            assertTrue(overdue.getMessage().contains("callTimeout"), overdue.getMessage());
            assertNothingHeld(servlet);
        }
    }

    @Test(dataProvider = "containers")
    public void handlersSeeThePeerAndTheHeaders(Container container) throws Exception {
        List<CallContext> contexts = new ArrayList<>();
        Everything.Processor<EverythingHandler> processor = new Everything.Processor<>(new EverythingHandler());
        ThriftServlet servlet = ThriftServlet.builder()
                .name(UniqueName.of("servlet"))
                .limits(Strategies.patient().build())
                .processor((in, out) -> {
                    contexts.add(CallContext.current().orElseThrow());
                    processor.process(in, out);
                })
                .build();
        try (ServletHost host = container.start(servlet)) {
            HttpHost.send(new ServletClient(host)
                    .post(requests.echoString(1, "text"))
                    .header("client_timeout", "60000")
                    .header("X-Tenant", "blue"));
            CallContext call = contexts.get(0);
            assertTrue(((InetSocketAddress) call.peerAddress()).getAddress().isLoopbackAddress());
            assertEquals(call.header("x-tenant"), Optional.of("blue"));
            assertEquals(ThriftServlet.userPrincipal(call), Optional.empty());
            assertEquals(call.tlsPeer(), Optional.empty());
            assertEquals(call.peerCertificates(), List.of());
        }
    }

    /** Chunks of one byte, each in its own write and then all in one. */
    @Test(dataProvider = "containers")
    public void smallChunks(Container container) throws Exception {
        byte[] message = requests.echoString(1, "chunks");
        StringBuilder body = new StringBuilder();
        for (byte next : message) {
            body.append("1\r\n").append((char) (next & 0xff)).append("\r\n");
        }
        byte[] bytes = body.append("0\r\n\r\n").toString().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        try (ServletHost host = container.start(servlet(new EverythingHandler()).build());
                Socket socket = new ServletClient(host).connect()) {
            socket.setTcpNoDelay(true);
            for (int step : new int[] {1, 7, bytes.length}) {
                HttpHost.writeHeader(socket, "Transfer-Encoding: chunked");
                for (int from = 0; from < bytes.length; from += step) {
                    socket.getOutputStream().write(bytes, from, Math.min(step, bytes.length - from));
                }
                String response = HttpHost.readResponse(socket.getInputStream());
                assertTrue(response.startsWith("HTTP/1.1 200"), response);
            }
        }
    }

    /** Options of a subclass, from its init parameters; the servlet starts anew with each deployment. */
    @Test(dataProvider = "containers")
    public void aSubclassIsConfiguredEachTimeItStarts(Container container) throws Exception {
        String name = UniqueName.of("again");
        List<ThriftServlet> configured = new ArrayList<>();
        ThriftServlet servlet = new ThriftServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void configure(Builder options) {
                configured.add(this);
                options.name(name)
                        .limits(Strategies.patient().build())
                        .processor(new Everything.Processor<>(new EverythingHandler(getServletName())));
            }
        };
        expectThrows(IllegalStateException.class, servlet::counters);
        try (ServletHost host = container.start(servlet)) {
            for (int round = 1; round <= 2; round++) {
                Everything.Client client = new ServletClient(host).client(ThriftProtocol.COMPACT);
                assertEquals(client.whoami("hello"), "thrift: hello");
                assertEquals(servlet.counters().calls(), 1);
                assertEquals(configured.size(), round);
                host.undeploy();
                Await.that("a thread is left", () -> ServerThreads.of(name).isEmpty());
                HttpResponse<byte[]> none =
                        HttpHost.send(new ServletClient(host).post(requests.echoString(1, "nobody")));
                assertTrue(none.statusCode() == 404 || none.statusCode() == 503, HttpHost.text(none));
                host.deploy();
            }
        }
        assertEquals(servlet.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
    }
}
