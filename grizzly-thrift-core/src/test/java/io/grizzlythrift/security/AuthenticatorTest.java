package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests credentials that come with calls: over THeader; {@link HttpIdentityTest} tests them over HTTP. */
@Test(timeOut = 120_000)
public final class AuthenticatorTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private final Requests requests = new Requests(PROTOCOL);

    /** Replies with the principal of the caller in front of the value. */
    private static final class Principals extends EverythingHandler {
        @Override
        public String echoString(String value) {
            return principal() + " " + value;
        }

        @Override
        public void note(String text) {
            super.note(principal() + " " + text);
        }

        private static String principal() {
            return CallContext.current()
                    .orElseThrow()
                    .identity()
                    .map(Identity::principal)
                    .orElse("-");
        }
    }

    /** Leaves the answers to the test, by token. */
    private static final class Later {
        private final Map<String, CompletableFuture<Identity>> answers = new ConcurrentHashMap<>();
        private final Map<String, CompletableFuture<Void>> asked = new ConcurrentHashMap<>();

        Authenticator authenticator() {
            return Authenticator.bearer(token -> {
                asked(token).complete(null);
                return answer(token);
            });
        }

        CompletableFuture<Identity> answer(String token) {
            return answers.computeIfAbsent(token, any -> new CompletableFuture<>());
        }

        CompletableFuture<Void> asked(String token) {
            return asked.computeIfAbsent(token, any -> new CompletableFuture<>());
        }

        void awaitAsked(String token) throws Exception {
            asked(token).get(30, TimeUnit.SECONDS);
        }

        void prove(String token) {
            answer(token).complete(identity(token));
        }
    }

    private static Identity identity(String principal) {
        return Identity.builder(principal, "bearer").build();
    }

    private HeaderFrame echo(int id, String token) throws Exception {
        HeaderFrame frame = HeaderFrame.of(PROTOCOL, id, requests.echoString(id, "x"));
        return token == null ? frame : frame.header("authorization", "Bearer " + token);
    }

    private static HeaderFrame read(RawClient client) throws Exception {
        return HeaderFrame.read(client.readFrame());
    }

    private static void assertEchoed(RawClient client, int id, String principal) throws Exception {
        read(client).reply().assertEchoString(id, principal + " x");
    }

    private static void assertIdle(ThriftServer server) {
        Await.that("a call stays in flight", () -> server.counters().inFlight() == 0);
        Await.that("memory is held", () -> server.counters().bufferedBytes() == 0);
    }

    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void eachCallHasItsCaller(EveryStrategy strategy) throws Exception {
        try (ThriftServer server = strategy.builder(EveryStrategy.processor(new Principals()))
                        .authenticator(Authenticator.bearer(token -> token.equals("bob")
                                ? CompletableFuture.completedStage(identity(token))
                                : CompletableFuture.completedFuture(identity(token))))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    echo(1, "alice").bytes(),
                    echo(2, null).bytes(),
                    echo(3, "bob").bytes(),
                    echo(4, "carol").compress(HeaderFrame.ZLIB).bytes(),
                    HeaderFrame.of(PROTOCOL, 5, requests.oneway("note", 5, new Everything.note_args("five")))
                            .header("AUTHORIZATION", "bearer dave")
                            .bytes(),
                    requests.echoString(6, "x"));
            assertEchoed(client, 1, "alice");
            assertEchoed(client, 2, "-");
            assertEchoed(client, 3, "bob");
            assertEchoed(client, 4, "carol");
            client.readReply(PROTOCOL).assertEchoString(6, "- x");
            assertIdle(server);
        }
    }

    /** Other calls run meanwhile, on the only thread, if there is one. */
    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void aWaitingCallHoldsNoThread(EveryStrategy strategy) throws Exception {
        Later later = new Later();
        Principals handler = new Principals();
        try (ThriftServer server = strategy.builder(EveryStrategy.processor(handler))
                        .authenticator(later.authenticator())
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            int calls = 50;
            for (int call = 1; call <= calls; call++) {
                client.sendFrames(echo(call, "token" + call).bytes());
                later.awaitAsked("token" + call);
            }
            client.sendFrames(
                    HeaderFrame.of(PROTOCOL, calls + 1, requests.oneway("note", 1, new Everything.note_args("oneway")))
                            .header("authorization", "Bearer oneway")
                            .bytes(),
                    echo(calls + 2, "zlib").compress(HeaderFrame.ZLIB).bytes());
            later.awaitAsked("oneway");
            later.awaitAsked("zlib");
            assertEquals(server.counters().inFlight(), calls + 2);
            assertTrue(server.counters().bufferedBytes() > 0);
            other.sendFrames(requests.echoString(7, "x"));
            other.readReply(PROTOCOL).assertEchoString(7, "- x");
            assertFalse(client.hasBytes());
            later.prove("zlib");
            later.prove("oneway");
            assertEquals(handler.noted("oneway oneway").get(30, TimeUnit.SECONDS), "oneway oneway");
            for (int call = calls; call >= 1; call--) {
                later.prove("token" + call);
            }
            for (int call = 1; call <= calls; call++) {
                assertEchoed(client, call, "token" + call);
            }
            assertEchoed(client, calls + 2, "zlib");
            assertIdle(server);
        }
    }

    @DataProvider
    static Object[][] refusals() {
        return new Object[][] {
            {(Authenticator) credentials -> CompletableFuture.failedFuture(new GeneralSecurityException("no")), false},
            {(Authenticator) credentials -> CompletableFuture.failedFuture(new IllegalStateException("no")), true},
            {(Authenticator) credentials -> CompletableFuture.completedFuture(null), true},
            {(Authenticator) credentials -> null, true},
            {
                (Authenticator) credentials -> {
                    throw new IllegalStateException("no");
                },
                true
            },
            {
                (Authenticator) credentials -> CompletableFuture.supplyAsync(() -> {
                    throw new CompletionException(new GeneralSecurityException("no"));
                }),
                false
            },
            {(Authenticator) credentials -> CompletableFuture.supplyAsync(() -> null), true},
            {Authenticator.bearer(token -> CompletableFuture.failedFuture(new GeneralSecurityException())), false},
            {Authenticator.negotiate(token -> CompletableFuture.completedFuture(identity("alice"))), false},
        };
    }

    @Test(dataProvider = "refusals")
    public void refusedCallsNeverRun(Authenticator authenticator, boolean logged) throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(EveryStrategy.processor(new Principals()))
                        .authenticator(authenticator)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(echo(call, "secret").bytes());
                read(client).reply().assertRejected("echoString", call, Reason.UNAUTHENTICATED);
            }
            assertEquals(log.count("the authenticator failed"), logged ? 1 : 0, log.text());
            assertEquals(log.awaitCount("denied a call to a stranger of /127.0.0.1"), 1);
            assertEquals(log.count("secret"), 0);
            client.sendFrames(echo(4, null).bytes());
            assertEchoed(client, 4, "-");
            assertIdle(server);
        }
    }

    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void waitingEndsAtTheDeadline(EveryStrategy strategy) throws Exception {
        Later later = new Later();
        try (ThriftServer server = strategy.builder(EveryStrategy.processor(new Principals()))
                        .limits(Strategies.patientWithFrequentChecks().build())
                        .authenticator(later.authenticator())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1, "one").bytes());
            read(client).reply().assertRejected("echoString", 1, Reason.DEADLINE_EXCEEDED);
            Await.that("the stage is not cancelled", () -> later.answer("one").isCancelled());
            assertEquals(server.counters().reached(LimitType.CALL_TIMEOUT), 1);
            later.prove("two");
            client.sendFrames(echo(2, "two").bytes());
            assertEchoed(client, 2, "two");
            assertIdle(server);
        }
    }

    public void theDeadlineOfTheClientCounts() throws Exception {
        Later later = new Later();
        try (ThriftServer server = EveryStrategy.SAME_THREAD
                        .builder(EveryStrategy.processor(new Principals()))
                        .limits(Strategies.patient()
                                .idleTimeout(Duration.ofSeconds(20))
                                .build())
                        .authenticator(later.authenticator())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1, "one").header("client_timeout", "2000").bytes());
            later.awaitAsked("one");
            read(client).reply().assertRejected("echoString", 1, Reason.DEADLINE_EXCEEDED);
            assertIdle(server);
        }
    }

    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void waitingEndsWithTheConnection(EveryStrategy strategy) throws Exception {
        Later later = new Later();
        Principals handler = new Principals();
        try (ThriftServer server = strategy.builder(EveryStrategy.processor(handler))
                .authenticator(later.authenticator())
                .build()
                .start()) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(
                        echo(1, "one").bytes(),
                        HeaderFrame.of(PROTOCOL, 2, requests.oneway("note", 2, new Everything.note_args("x")))
                                .header("authorization", "Bearer two")
                                .bytes());
                later.awaitAsked("one");
                later.awaitAsked("two");
                client.reset();
            }
            Await.that(
                    "the first stage is not cancelled",
                    () -> later.answer("one").isCancelled());
            Await.that(
                    "the second stage is not cancelled",
                    () -> later.answer("two").isCancelled());
            assertIdle(server);
            assertFalse(handler.noted("two x").isDone());
        }
    }

    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void waitingEndsWithTheServer(EveryStrategy strategy) throws Exception {
        Later later = new Later();
        ThriftServer server = strategy.builder(EveryStrategy.processor(new Principals()))
                .shutdownGrace(Duration.ZERO)
                .authenticator(later.authenticator())
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1, "one").bytes());
            later.awaitAsked("one");
            server.close();
            client.readUntilClosedByServer();
            Await.that("the stage is not cancelled", () -> later.answer("one").isCancelled());
            assertIdle(server);
        }
    }

    /** A drain waits for the call. */
    public void aDrainedServerStillAnswers() throws Exception {
        Later later = new Later();
        ThriftServer server = EveryStrategy.WORKER_THREAD
                .builder(EveryStrategy.processor(new Principals()))
                .shutdownGrace(Await.LONG)
                .authenticator(later.authenticator())
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1, "one").bytes());
            later.awaitAsked("one");
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            Await.that("the server does not drain", () -> !server.isReady());
            later.prove("one");
            assertEchoed(client, 1, "one");
            closed.get(60, TimeUnit.SECONDS);
        }
    }

    public void waitingCallsCountInTheLimit() throws Exception {
        Later later = new Later();
        ServerLimits limits = Strategies.patient().maxInFlight(1).build();
        try (ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(EveryStrategy.processor(new Principals()))
                        .limits(limits)
                        .authenticator(later.authenticator())
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(echo(1, "one").bytes());
            later.awaitAsked("one");
            other.sendFrames(echo(2, "two").bytes());
            read(other).reply().assertRejected("echoString", 2, Reason.OVERLOADED);
            assertFalse(later.asked("two").isDone());
            later.prove("one");
            assertEchoed(client, 1, "one");
            assertIdle(server);
        }
    }

    public void aMethodWithItsOwnThreads() throws Exception {
        Later later = new Later();
        try (ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(EveryStrategy.processor(new Principals()))
                        .method("echoString", MethodOptions.ofThreads(1))
                        .authenticator(later.authenticator())
                        .authorizer(Authorizer.authenticated())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    echo(1, "one").bytes(),
                    echo(2, "two").compress(HeaderFrame.ZSTD).bytes());
            later.awaitAsked("one");
            later.awaitAsked("two");
            later.prove("two");
            later.prove("one");
            assertEchoed(client, 1, "one");
            assertEchoed(client, 2, "two");
            assertIdle(server);
        }
    }

    /** The proof of the call decides, and no longer that of anything else. */
    @Test(dataProvider = "every", dataProviderClass = EveryStrategy.class)
    public void theAuthorizerSeesTheCaller(EveryStrategy strategy) throws Exception {
        try (ThriftServer server = strategy.builder(EveryStrategy.processor(new Principals()))
                        .authenticator(
                                Authenticator.bearer(token -> CompletableFuture.supplyAsync(() -> identity(token))))
                        .authorizer(AccessRules.of("echo*: alice"))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    echo(1, "alice").bytes(),
                    echo(2, "bob").bytes(),
                    echo(3, null).bytes());
            assertEchoed(client, 1, "alice");
            read(client).reply().assertRejected("echoString", 2, Reason.PERMISSION_DENIED);
            read(client).reply().assertRejected("echoString", 3, Reason.UNAUTHENTICATED);
            assertIdle(server);
        }
    }

    private static CompletionStage<Identity> pair(String user, String password) {
        return CompletableFuture.completedFuture(identity(user + "|" + password));
    }

    private static String ask(Authenticator authenticator, String header) {
        try {
            return authenticator
                    .authenticate(CallCredentials.parse(header, new InetSocketAddress(0)))
                    .toCompletableFuture()
                    .join()
                    .principal();
        } catch (CompletionException e) {
            assertTrue(e.getCause() instanceof GeneralSecurityException, e.toString());
            return "refused";
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public void schemes() {
        Authenticator any = Authenticator.anyOf(
                Authenticator.basic("a realm", AuthenticatorTest::pair),
                Authenticator.negotiate(token -> CompletableFuture.completedFuture(identity("" + token.length))),
                credentials -> CompletableFuture.completedFuture(identity(credentials.token())));
        assertEquals(any.challenges(), List.of("Basic realm=\"a realm\", charset=\"UTF-8\"", "Negotiate", "Bearer"));
        assertEquals(ask(any, "Basic " + base64("alice:a:b \u20ac")), "alice|a:b \u20ac");
        assertEquals(ask(any, "bAsIc   " + base64("alice:") + " "), "alice|");
        assertEquals(ask(any, "Negotiate " + base64("12345")), "5");
        assertEquals(ask(any, "Bearer abc"), "abc");
        for (String hostile : List.of(
                "Basic " + base64("alice"),
                "Basic " + base64(":secret"),
                "Basic " + base64(" :secret"),
                "Basic ====",
                "Basic \u0000",
                "Basic",
                "Basic ",
                "Negotiate !",
                "Negotiate ",
                "Bearer ",
                "Digest abc",
                "abc",
                "",
                " ",
                "x".repeat(60_000))) {
            assertEquals(ask(any, hostile), "refused", hostile);
        }
    }

    public void optionsAreChecked() {
        for (String realm : List.of("a\"b", "a\\b", "a\nb", "\u20ac")) {
            expectThrows(IllegalArgumentException.class, () -> Authenticator.basic(realm, AuthenticatorTest::pair));
        }
        expectThrows(IllegalArgumentException.class, Authenticator::anyOf);
        for (String challenge : List.of("", " ", "Basic\r\nX: y", "\u20ac")) {
            Authenticator bad = new Authenticator() {
                @Override
                public CompletionStage<Identity> authenticate(CallCredentials credentials) {
                    return CompletableFuture.completedFuture(identity("alice"));
                }

                @Override
                public List<String> challenges() {
                    return List.of(challenge);
                }
            };
            String message = expectThrows(
                            IllegalArgumentException.class,
                            () -> ThriftServer.builder().authenticator(bad))
                    .getMessage();
            assertTrue(message.startsWith("challenge is '"), message);
        }
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7);
        CallCredentials credentials = CallCredentials.parse("Bearer secret", peer);
        assertEquals(credentials.toString(), "bearer of " + peer);
        assertEquals(Optional.of(credentials.token()), Optional.of("secret"));
    }
}
