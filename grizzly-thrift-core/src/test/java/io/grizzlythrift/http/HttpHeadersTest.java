package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/** Tests the request headers that interceptors and handlers see. */
@Test(timeOut = 60_000)
public final class HttpHeadersTest {
    private final Requests requests = new Requests(ThriftProtocol.BINARY);

    private static ThriftHttpHandler handler(Everything.Iface iface, ServerInterceptor interceptor) {
        return ThriftHttpHandler.builder()
                .name(UniqueName.of("http-headers"))
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(iface))
                .interceptor(interceptor)
                .build();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
    }

    public void interceptorsAndHandlersSeeThem() throws Exception {
        CompletableFuture<CallContext> intercepted = new CompletableFuture<>();
        CompletableFuture<CallContext> handled = new CompletableFuture<>();
        EverythingHandler echo = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                handled.complete(CallContext.current().orElseThrow());
                return value;
            }
        };
        ThriftHttpHandler handler = handler(echo, call -> {
            intercepted.complete(call);
            return ServerCallListener.IGNORED;
        });
        try (HttpHost host = new HttpHost(handler)) {
            HttpRequest.Builder post = host.post(requests.echoString(1, "hello"))
                    .header("Authorization", "Bearer secret")
                    .header("X-Several", "one")
                    .header("X-Several", "two");
            assertEquals(HttpHost.send(post).statusCode(), 200);
            // By then Grizzly has reused the request object; the context still has the headers of the first request.
            HttpHost.send(host.post(requests.echoString(2, "next")).header("Authorization", "other"));
        }
        for (CallContext call : List.of(get(intercepted), get(handled))) {
            assertEquals(call.header("authorization"), Optional.of("Bearer secret"));
            assertEquals(call.header("AUTHORIZATION"), Optional.of("Bearer secret"));
            assertEquals(call.header("content-type"), Optional.of(ThriftHttpHandler.CONTENT_TYPE));
            assertEquals(call.headers().get("x-several"), List.of("one", "two"));
            assertEquals(call.header("x-several"), Optional.of("one"));
            assertEquals(call.header("X-Missing"), Optional.empty());
            expectThrows(
                    UnsupportedOperationException.class, () -> call.headers().clear());
            expectThrows(
                    UnsupportedOperationException.class,
                    () -> call.headers().get("x-several").clear());
        }
    }

    /** Tests that a oneway call, whose response is sent before its handler runs, has its own headers. */
    public void onewayCallsHaveThem() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        CompletableFuture<Optional<String>> seen = new CompletableFuture<>();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public void note(String text) {
                go.orTimeout(Await.LONG.toSeconds(), TimeUnit.SECONDS).join();
                seen.complete(CallContext.current().orElseThrow().header("x-call"));
            }
        };
        try (HttpHost host = new HttpHost(handler(handler, call -> ServerCallListener.IGNORED))) {
            byte[] oneway = requests.oneway("note", 1, new Everything.note_args("text"));
            assertEquals(
                    HttpHost.send(host.post(oneway).header("X-Call", "oneway")).statusCode(), 200);
            HttpHost.send(host.post(requests.echoString(2, "next")).header("X-Call", "next"));
            go.complete(null);
            assertEquals(get(seen), Optional.of("oneway"));
        }
    }

    public void anInterceptorRejectsByHeader() throws Exception {
        ThriftHttpHandler handler = handler(new EverythingHandler(), call -> {
            if (!call.header("Authorization").equals(Optional.of("Bearer secret"))) {
                throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "not authenticated");
            }
            return ServerCallListener.IGNORED;
        });
        try (HttpHost host = new HttpHost(handler)) {
            byte[] message = requests.echoString(1, "hello");
            TApplicationException rejected = new Reply(
                            ThriftProtocol.BINARY,
                            HttpHost.send(host.post(message)).body())
                    .assertFailure("echoString", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(rejected.getMessage(), "not authenticated");
            new Reply(
                            ThriftProtocol.BINARY,
                            HttpHost.send(host.post(message).header("authorization", "Bearer secret"))
                                    .body())
                    .assertEchoString(1, "hello");
        }
    }

    public void framedConnectionsHaveNone() throws Exception {
        CompletableFuture<CallContext> seen = new CompletableFuture<>();
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(new Everything.Processor<>(new EverythingHandler()))
                        .interceptor(call -> {
                            seen.complete(call);
                            return ServerCallListener.IGNORED;
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "hello"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "hello");
            assertEquals(get(seen).headers(), Map.of());
            assertEquals(get(seen).header("Authorization"), Optional.empty());
        }
    }
}
