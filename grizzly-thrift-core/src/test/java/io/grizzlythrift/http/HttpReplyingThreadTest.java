package io.grizzlythrift.http;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.WorkerThread;
import org.testng.annotations.Test;

/** Tests which thread processes the request after one whose call has just been completed. */
@Test(timeOut = 60_000)
public final class HttpReplyingThreadTest {
    /** The thread may be that of the timeout monitor or of the user, and the next handler may block. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void doesNotServeTheNextRequest(Strategies strategy) throws Exception {
        assertServedByGrizzly(strategy, transport -> {});
    }

    /** Then the selector thread serves it. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void doesNotServeTheNextRequestIfThereAreNoWorkers(Strategies strategy) throws Exception {
        assertServedByGrizzly(strategy, transport -> {
            transport.setIOStrategy(SameThreadIOStrategy.getInstance());
            transport.setWorkerThreadPoolConfig(null);
        });
    }

    private static void assertServedByGrizzly(Strategies strategy, Consumer<TCPNIOTransport> options) throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        CompletableFuture<Thread> serving = new CompletableFuture<>();
        ThriftHttpHandler calls = ThriftHttpHandler.builder()
                .name(UniqueName.of("answering"))
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .limits(Strategies.patient().build())
                .processor(handler.processor())
                .build();
        try (HttpHost host = new HttpHost(calls, options);
                Socket socket = host.connect()) {
            host.serve(
                    new HttpHandler() {
                        @Override
                        public void service(Request request, Response response) {
                            serving.complete(Thread.currentThread());
                        }
                    },
                    "/other");
            HttpHost.writePost(
                    socket, new Requests(ThriftProtocol.BINARY).call("hold", 1, new Everything.hold_args("key")));
            socket.getOutputStream()
                    .write("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            handler.held("key").get(30, TimeUnit.SECONDS).onComplete("held");
            InputStream in = socket.getInputStream();
            HttpHost.readBody(in);
            Thread thread = serving.get(30, TimeUnit.SECONDS);
            assertTrue(thread instanceof WorkerThread, "served by " + thread);
        }
    }
}
