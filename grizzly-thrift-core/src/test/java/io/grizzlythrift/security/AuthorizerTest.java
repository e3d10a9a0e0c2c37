package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which calls an authorizer lets run, and what happens to the others. */
@Test(timeOut = 120_000)
public final class AuthorizerTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Authorizer NO_NOTES =
            (identity, service, method) -> method.equals("note") ? Decision.deny("no notes") : Decision.allow();

    private final Requests requests = new Requests(PROTOCOL);

    /** A server whose notes a test sees. */
    private static ThriftServer start(
            EveryStrategy strategy, boolean async, EverythingHandler[] handler, Authorizer authorizer) {
        AsyncEverything asynchronous = EveryStrategy.async();
        handler[0] = async ? asynchronous.handler() : new EverythingHandler();
        return strategy.builder(async ? asynchronous.processor() : EveryStrategy.processor(handler[0]))
                .authorizer(authorizer)
                .build()
                .start();
    }

    @Test(dataProvider = "everyWithHandlers", dataProviderClass = EveryStrategy.class)
    public void deniedCallsNeverRun(EveryStrategy strategy, boolean async) throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        EverythingHandler[] handler = new EverythingHandler[1];
        Authorizer authorizer = (identity, service, method) -> {
            asked.add(service + "." + method + " " + identity.isPresent());
            return NO_NOTES.authorize(identity, service, method);
        };
        try (ThriftServer server = start(strategy, async, handler, authorizer);
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.echoString(1, "one"),
                    requests.call("note", 2, new Everything.note_args("denied")),
                    requests.oneway("note", 3, new Everything.note_args("oneway")),
                    requests.echoString(4, "four"));
            client.readReply(PROTOCOL).assertEchoString(1, "one");
            client.readReply(PROTOCOL).assertRejected("note", 2, Reason.UNAUTHENTICATED);
            client.readReply(PROTOCOL).assertEchoString(4, "four");
            assertEquals(
                    asked.stream().sorted().toList(),
                    List.of(".echoString false", ".echoString false", ".note false", ".note false"));
            assertFalse(handler[0].noted("denied").isDone());
            assertFalse(handler[0].noted("oneway").isDone());
            Await.that("a call stays in flight", () -> server.counters().inFlight() == 0);
            assertEquals(server.metrics().method("", "note").orElseThrow().calls(Kind.DENIED), 2);
            assertEquals(server.metrics().method("", "note").orElseThrow().calls(), 2);
            assertEquals(server.counters().rejectedCalls(), 2);
            Await.that("memory is held", () -> server.counters().bufferedBytes() == 0);
        }
    }

    /** Stock clients read it as any exception. */
    @Test(dataProvider = "protocols", dataProviderClass = Strategies.class)
    public void theReplySaysWhy(ThriftProtocol protocol) throws Exception {
        Requests encoded = new Requests(protocol);
        try (ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(EveryStrategy.processor(new EverythingHandler()))
                        .protocol(protocol)
                        .authorizer((identity, service, method) -> Decision.deny("a \"reason\" \u00e9"))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(encoded.echoString(call, "text"));
                TApplicationException thrown = client.readReply(protocol)
                        .assertFailure("echoString", call, TApplicationException.INTERNAL_ERROR);
                assertEquals(thrown.getMessage(), "rejected: a \"reason\" \u00e9");
            }
        }
    }

    @DataProvider
    static Object[][] broken() {
        return new Object[][] {
            {
                (Authorizer) (identity, service, method) -> {
                    throw new IllegalStateException("broken");
                }
            },
            {
                (Authorizer) (identity, service, method) -> {
                    throw new StackOverflowError("broken");
                }
            },
            {(Authorizer) (identity, service, method) -> null}
        };
    }

    @Test(dataProvider = "broken")
    public void aBrokenAuthorizerDenies(Authorizer broken) throws Exception {
        EverythingHandler[] handler = new EverythingHandler[1];
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(EveryStrategy.WORKER_THREAD, false, handler, broken);
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(requests.echoString(call, "text"));
                client.readReply(PROTOCOL).assertRejected("echoString", call, Reason.UNAUTHENTICATED);
            }
            assertEquals(log.count("the authorizer failed, so a call is denied"), 1);
            assertEquals(server.counters().handlerErrors(), 0);
        }
    }

    /** So strangers do not learn which methods exist, and their arguments cost nothing. */
    public void nothingElseIsLookedAtFirst() throws Exception {
        CompletableFuture<String> intercepted = new CompletableFuture<>();
        ServerInterceptor interceptor = call -> {
            intercepted.complete(call.method());
            return outcome -> {};
        };
        try (ThriftServer server = EveryStrategy.SAME_THREAD
                        .builder(EveryStrategy.processor(new EverythingHandler()))
                        .interceptor(interceptor)
                        .authorizer(Authorizer.authenticated())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.header("echoString", TMessageType.CALL, 1),
                    requests.cutShort(2),
                    requests.call("nothing", 3, new Everything.note_args("text")),
                    requests.call("nobody:nothing", 4, new Everything.note_args("text")),
                    requests.call("", 5, new Everything.note_args("text")));
            client.readReply(PROTOCOL).assertRejected("echoString", 1, Reason.UNAUTHENTICATED);
            client.readReply(PROTOCOL).assertRejected("echoString", 2, Reason.UNAUTHENTICATED);
            client.readReply(PROTOCOL).assertRejected("nothing", 3, Reason.UNAUTHENTICATED);
            client.readReply(PROTOCOL).assertRejected("nobody:nothing", 4, Reason.UNAUTHENTICATED);
            client.readReply(PROTOCOL).assertRejected("", 5, Reason.UNAUTHENTICATED);
            assertEquals(server.counters().protocolErrors(), 0);
            assertFalse(intercepted.isDone());
            assertEquals(
                    server.metrics().methods().stream()
                            .filter(method -> method.method().equals("nothing"))
                            .count(),
                    0,
                    "peers cannot add methods");
        }
    }

    public void interceptorsMaySeeDeniedCalls() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        ServerInterceptor interceptor = new ServerInterceptor() {
            @Override
            public ServerCallListener begin(CallContext call) {
                return outcome -> seen.add(call.method() + " " + outcome.kind());
            }

            @Override
            public boolean needsRejectedCalls() {
                return true;
            }
        };
        try (ThriftServer server = EveryStrategy.SAME_THREAD
                        .builder(EveryStrategy.processor(new EverythingHandler()))
                        .interceptor(interceptor)
                        .authorizer(NO_NOTES)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("note", 1, new Everything.note_args("x")), requests.echoString(2, "text"));
            client.readReply(PROTOCOL);
            client.readReply(PROTOCOL);
            assertEquals(seen, List.of("note DENIED", "echoString REPLIED"));
        }
    }

    public void multiplexedServices() throws Exception {
        ThriftServerBuilder builder = Strategies.WORKER_THREAD
                .bare()
                .service("calc", EveryStrategy.processor(new EverythingHandler()))
                .authorizer(AccessRules.of("calc.echoString: anyone"));
        try (ThriftServer server = builder.build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.call("calc:echoString", 1, new Everything.echoString_args("x")),
                    requests.call("calc:echoI32", 2, new Everything.echoI32_args(7)));
            assertFalse(client.readReply(PROTOCOL).isException());
            client.readReply(PROTOCOL).assertRejected("calc:echoI32", 2, Reason.UNAUTHENTICATED);
            assertEquals(
                    server.metrics().method("calc", "echoI32").orElseThrow().calls(Kind.DENIED), 1);
        }
    }

    @DataProvider
    static Object[][] transforms() {
        return new Object[][] {{HeaderFrame.ZLIB}, {HeaderFrame.ZSTD}};
    }

    /** The call cannot be restored, which only a server notices that does so. */
    @Test(dataProvider = "transforms")
    public void deniedCallsAreNotDecompressed(int transform) throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        Authorizer authorizer = (identity, service, method) -> {
            asked.add(method);
            return NO_NOTES.authorize(identity, service, method);
        };
        EverythingHandler[] handler = new EverythingHandler[1];
        try (ThriftServer server = start(EveryStrategy.WORKER_THREAD, false, handler, authorizer);
                RawClient client = new RawClient(server)) {
            // zstd shows its beginning only if nothing is repeated
            String text = transform == HeaderFrame.ZSTD ? "abc" : "x".repeat(10_000);
            byte[] note = requests.call("note", 1, new Everything.note_args(text));
            byte[] whole = HeaderFrame.of(PROTOCOL, 1, note).compress(transform).bytes();
            client.sendFrames(Arrays.copyOf(whole, whole.length - 6));
            HeaderFrame.read(client.readFrame()).reply().assertRejected("note", 1, Reason.UNAUTHENTICATED);
            client.sendFrames(whole);
            HeaderFrame.read(client.readFrame()).reply().assertRejected("note", 1, Reason.UNAUTHENTICATED);
            client.sendFrames(HeaderFrame.of(PROTOCOL, 2, requests.echoString(2, "text"))
                    .compress(transform)
                    .bytes());
            HeaderFrame.read(client.readFrame()).reply().assertEchoString(2, "text");
            assertEquals(asked, List.of("note", "note", "echoString"), "each call once");
            assertEquals(server.metrics().method("", "note").orElseThrow().calls(Kind.DENIED), 2);
        }
    }

    /** Whatever a compressor does with the name of the method. */
    @Test(dataProvider = "transforms")
    public void allowedCallsAreServedHoweverTheyAreCompressed(int transform) throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        Authorizer authorizer = (identity, service, method) -> {
            asked.add(method);
            return NO_NOTES.authorize(identity, service, method);
        };
        EverythingHandler[] handler = new EverythingHandler[1];
        try (ThriftServer server = start(EveryStrategy.WORKER_THREAD, false, handler, authorizer);
                RawClient client = new RawClient(server)) {
            String repeatsTheName = "echoString".repeat(1_000);
            client.sendFrames(HeaderFrame.of(PROTOCOL, 2, requests.echoString(2, repeatsTheName))
                    .compress(transform)
                    .bytes());
            HeaderFrame.read(client.readFrame()).reply().assertEchoString(2, repeatsTheName);
            assertEquals(asked, List.of("echoString"));
        }
    }

    /** A name that cannot be found. */
    public void strangersCannotHideAMethod() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        Authorizer authorizer = (identity, service, method) -> {
            asked.add(method);
            return Decision.allow();
        };
        EverythingHandler[] handler = new EverythingHandler[1];
        try (ThriftServer server = start(EveryStrategy.WORKER_THREAD, false, handler, authorizer);
                RawClient client = new RawClient(server)) {
            byte[] noise = {1, 2, 3, 4, 5, 6, 7, 8};
            client.sendFrames(HeaderFrame.of(PROTOCOL, 1, noise)
                    .transform(HeaderFrame.ZLIB)
                    .bytes());
            HeaderFrame.read(client.readFrame()).reply().assertRejected("", 1, Reason.UNAUTHENTICATED);
            assertEquals(asked, List.of());
            assertEquals(server.counters().protocolErrors(), 0);
        }
    }

    public void theLogIsLimitedAndTheAuditIsNot() throws Exception {
        for (boolean audit : new boolean[] {false, true}) {
            try (LogCapture log = LogCapture.start();
                    ThriftServer server = EveryStrategy.WORKER_THREAD
                            .builder(EveryStrategy.processor(new EverythingHandler()))
                            .authorizer(NO_NOTES)
                            .auditLog(audit)
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                int calls = 20;
                for (int call = 1; call <= calls; call++) {
                    client.sendFrames(
                            requests.call("note", call, new Everything.note_args("x\ny")),
                            requests.echoString(call, "text"));
                    client.readReply(PROTOCOL);
                    client.readReply(PROTOCOL);
                }
                long lines = log.count("denied note to a stranger of /127.0.0.1:");
                assertTrue(lines >= 1, log.text());
                assertEquals(log.count("allowed echoString to a stranger of /127.0.0.1:"), audit ? calls : 0);
                assertTrue(audit ? lines > calls : lines < calls, log.text());
            }
        }
    }

    /** The name of a method cannot look like another decision. */
    public void anAuditLineCannotBeForged() throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(EveryStrategy.processor(new EverythingHandler()))
                        .authorizer(NO_NOTES)
                        .auditLog(true)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("note to alice (GSSAPI) of /10.0.0.1:9", 1, new Everything.note_args("x")));
            client.readReply(PROTOCOL);
            assertEquals(log.count("allowed note?to?alice?(GSSAPI)?of?/10.0.0.1:9 to a stranger of "), 1, log.text());
        }
    }

    public void decisions() {
        assertTrue(Decision.allow().isAllowed());
        assertEquals(Decision.allow().reason(), "");
        assertFalse(Decision.deny("why").isAllowed());
        assertEquals(Decision.deny("why").toString(), "denied: why");
        assertFalse(
                Authorizer.authenticated().authorize(Optional.empty(), "", "x").isAllowed());
        Identity alice = Identity.builder("alice", "test").build();
        assertTrue(Authorizer.authenticated()
                .authorize(Optional.of(alice), "", "x")
                .isAllowed());
        for (String blank : List.of("", " ")) {
            expectThrows(IllegalArgumentException.class, () -> Identity.builder(blank, "test"));
            expectThrows(IllegalArgumentException.class, () -> Identity.builder("alice", blank));
            expectThrows(
                    IllegalArgumentException.class,
                    () -> Identity.builder("alice", "test").attribute(blank, 1));
        }
    }
}
