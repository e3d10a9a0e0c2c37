package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.server.ServiceOptions;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.servlet.ThriftServlet;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.servlet.ServletHost;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests credentials and denials over HTTP: on the Thrift port, in a Grizzly HttpServer and in servlet containers. */
@Test(timeOut = 120_000)
public final class HttpIdentityTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private final Requests requests = new Requests(PROTOCOL);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Map<String, CompletableFuture<Identity>> answers = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> asked = new ConcurrentHashMap<>();
    private final EverythingHandler handler = new EverythingHandler() {
        @Override
        public String echoString(String value) {
            return CallContext.current()
                            .orElseThrow()
                            .identity()
                            .map(Identity::toString)
                            .orElse("-") + " " + value;
        }
    };

    /** What serves calls. */
    private enum Kind {
        PORT,
        HANDLER,
        TOMCAT,
        JETTY
    }

    /** A running one. */
    private record Running(URI uri, Supplier<ServerCounters> counters, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    @DataProvider
    static Object[][] kinds() {
        List<Object[]> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Strategies strategy : Strategies.values()) {
                rows.add(new Object[] {kind, strategy});
            }
        }
        return rows.toArray(Object[][]::new);
    }

    private Running start(Kind kind, Strategies strategy) throws Exception {
        return switch (kind) {
            case PORT -> startPort(strategy);
            case HANDLER -> startHandler(strategy);
            case TOMCAT -> startServlet(ServletHost.Container.TOMCAT, strategy);
            case JETTY -> startServlet(ServletHost.Container.JETTY, strategy);
        };
    }

    private Running startPort(Strategies strategy) {
        ThriftServer server = secure(strategy.bare().http(true).shutdownGrace(Duration.ZERO))
                .build()
                .start();
        return new Running(URI.create("http://127.0.0.1:" + server.port() + "/"), server::counters, server::close);
    }

    private Running startHandler(Strategies strategy) throws Exception {
        ThriftHttpHandler served = secure(ThriftHttpHandler.builder()
                        .name(UniqueName.of("http"))
                        .shutdownGrace(Duration.ZERO)
                        .strategy(strategy.ofThreads(2)))
                .build();
        HttpHost host = new HttpHost(served);
        return new Running(URI.create(host.url()), served::counters, host::close);
    }

    private Running startServlet(ServletHost.Container container, Strategies strategy) throws Exception {
        ThriftServlet servlet = secure(ThriftServlet.builder()
                        .name(UniqueName.of("servlet"))
                        .shutdownGrace(Duration.ZERO)
                        .strategy(strategy.ofThreads(2)))
                .build();
        ServletHost host = container.start(ServletHost.App.impatient(servlet));
        return new Running(
                URI.create("http://127.0.0.1:" + host.port() + ServletHost.PATH), servlet::counters, host::close);
    }

    private <B extends ServiceOptions<B>> B secure(B builder) {
        return builder.limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(handler))
                .authenticator(Authenticator.anyOf(
                        Authenticator.basic(
                                "test",
                                (user, password) -> password.equals("right")
                                        ? CompletableFuture.completedFuture(
                                                Identity.builder(user, "basic").build())
                                        : CompletableFuture.failedFuture(new GeneralSecurityException())),
                        Authenticator.bearer(token -> {
                            asked(token).complete(null);
                            return answer(token);
                        })))
                .authorizer(AccessRules.of("echo*: alice, later", "note: *"));
    }

    private CompletableFuture<Identity> answer(String token) {
        return answers.computeIfAbsent(token, any -> new CompletableFuture<>());
    }

    private CompletableFuture<Void> asked(String token) {
        return asked.computeIfAbsent(token, any -> new CompletableFuture<>());
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static HttpRequest post(Running server, byte[] message, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri())
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/x-thrift")
                .POST(BodyPublishers.ofByteArray(message));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    private HttpResponse<byte[]> send(Running server, byte[] message, String... headers) throws Exception {
        return http.send(post(server, message, headers), BodyHandlers.ofByteArray());
    }

    private static void assertIdle(Running server) {
        Await.that("a call stays in flight", () -> server.counters().get().inFlight() == 0);
        Await.that("memory is held", () -> server.counters().get().bufferedBytes() == 0);
    }

    @Test(dataProvider = "kinds")
    public void statuses(Kind kind, Strategies strategy) throws Exception {
        try (Running server = start(kind, strategy)) {
            byte[] echo = requests.echoString(1, "x");
            HttpResponse<byte[]> ok = send(server, echo, "Authorization", basic("alice:right"));
            assertEquals(ok.statusCode(), 200);
            new Reply(PROTOCOL, ok.body()).assertEchoString(1, "alice (basic) x");
            for (String[] headers : new String[][] {{}, {"Authorization", basic("alice:wrong")}}) {
                HttpResponse<byte[]> denied = send(server, echo, headers);
                assertEquals(denied.statusCode(), 401);
                assertEquals(
                        denied.headers().allValues("WWW-Authenticate"),
                        List.of("Basic realm=\"test\", charset=\"UTF-8\"", "Bearer"));
                assertTrue(text(denied).endsWith("\n"), text(denied));
                assertFalse(denied.headers().firstValue("Connection").isPresent(), "the connection stays open");
            }
            HttpResponse<byte[]> forbidden = send(server, echo, "Authorization", basic("bob:right"));
            assertEquals(forbidden.statusCode(), 403);
            assertEquals(forbidden.headers().allValues("WWW-Authenticate"), List.of());
            assertEquals(text(forbidden), "no rule lets its caller make it\n");
            byte[] oneway = requests.oneway("note", 2, new Everything.note_args("denied"));
            assertEquals(send(server, oneway).statusCode(), 401);
            assertFalse(handler.noted("denied").isDone());
            byte[] note = requests.oneway("note", 3, new Everything.note_args(kind + " " + strategy));
            assertEquals(send(server, note, "Authorization", basic("bob:right")).statusCode(), 200);
            handler.noted(kind + " " + strategy).get(30, TimeUnit.SECONDS);
            assertEquals(server.counters().get().rejectedCalls(), 4);
            assertIdle(server);
        }
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @Test(dataProvider = "kinds")
    public void answersThatComeLater(Kind kind, Strategies strategy) throws Exception {
        try (Running server = start(kind, strategy)) {
            List<String> tokens = new ArrayList<>();
            List<CompletableFuture<HttpResponse<byte[]>>> responses = new ArrayList<>();
            for (int call = 0; call < 8; call++) {
                String token = kind + "-" + strategy + "-" + call;
                tokens.add(token);
                responses.add(http.sendAsync(
                        post(server, requests.echoString(call, "x"), "Authorization", "Bearer " + token),
                        BodyHandlers.ofByteArray()));
                asked(token).get(30, TimeUnit.SECONDS);
            }
            assertEquals(server.counters().get().inFlight(), 8);
            byte[] echo = requests.echoString(1, "x");
            assertEquals(
                    send(server, echo, "Authorization", basic("alice:right")).statusCode(), 200);
            for (int call = 7; call >= 0; call--) {
                answer(tokens.get(call))
                        .complete(Identity.builder(call % 2 == 0 ? "later" : "bob", "bearer")
                                .build());
            }
            for (int call = 0; call < 8; call++) {
                HttpResponse<byte[]> response = responses.get(call).get(30, TimeUnit.SECONDS);
                assertEquals(response.statusCode(), call % 2 == 0 ? 200 : 403);
                if (call % 2 == 0) {
                    new Reply(PROTOCOL, response.body()).assertEchoString(call, "later (bearer) x");
                }
            }
            assertIdle(server);
        }
    }

    @DataProvider
    static Object[][] containers() {
        return new Object[][] {{ServletHost.Container.TOMCAT}, {ServletHost.Container.JETTY}};
    }

    /** A web container, or a filter in front of the servlet, may have proved who calls. */
    @Test(dataProvider = "containers")
    public void theUserOfTheContainer(ServletHost.Container container) throws Exception {
        ThriftServlet servlet = ThriftServlet.builder()
                .name(UniqueName.of("servlet"))
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(handler))
                .authorizer(AccessRules.of("echo*: carol"))
                .build();
        Filter filter =
                (request, response, chain) -> chain.doFilter(new OfUser((HttpServletRequest) request), response);
        ServletHost.App app = new ServletHost.App(servlet, true, Optional.of(filter), Duration.ZERO);
        try (ServletHost host = container.start(app)) {
            URI uri = URI.create("http://127.0.0.1:" + host.port() + ServletHost.PATH);
            Running server = new Running(uri, servlet::counters, () -> {});
            byte[] echo = requests.echoString(1, "x");
            HttpResponse<byte[]> ok = send(server, echo, "X-User", "carol");
            assertEquals(ok.statusCode(), 200);
            new Reply(PROTOCOL, ok.body()).assertEchoString(1, "carol (basic) x");
            assertEquals(send(server, echo, "X-User", "bob").statusCode(), 403);
            HttpResponse<byte[]> stranger = send(server, echo);
            assertEquals(stranger.statusCode(), 401);
            assertEquals(stranger.headers().allValues("WWW-Authenticate"), List.of());
            assertIdle(server);
        }
    }

    /** A request whose user is in a header. */
    private static final class OfUser extends HttpServletRequestWrapper {
        OfUser(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Principal getUserPrincipal() {
            String name = getHeader("X-User");
            return name == null ? null : () -> name;
        }

        @Override
        public String getAuthType() {
            return HttpServletRequest.BASIC_AUTH;
        }
    }

    /** Nothing stays in flight, whatever ends the call. */
    @Test(dataProvider = "kinds")
    public void answersThatNeverCome(Kind kind, Strategies strategy) throws Exception {
        String token = kind + "-" + strategy + "-never";
        CompletableFuture<HttpResponse<byte[]>> response;
        Supplier<ServerCounters> counters;
        try (Running server = start(kind, strategy)) {
            counters = server.counters();
            response = http.sendAsync(
                    post(server, requests.echoString(1, "x"), "Authorization", "Bearer " + token),
                    BodyHandlers.ofByteArray());
            asked(token).get(30, TimeUnit.SECONDS);
        }
        Await.that("the response does not come", response::isDone);
        Await.that("a call stays in flight", () -> counters.get().inFlight() == 0);
        Await.that("the stage is not cancelled", () -> answer(token).isCancelled());
    }
}
