package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what interceptors see of calls and how they can reject them, with blocking and asynchronous handlers. */
@Test(timeOut = 60_000, dataProvider = "strategiesProtocolsAndHandlers", dataProviderClass = Strategies.class)
public final class InterceptorTest {
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<ServerCallOutcome> outcomes = new CopyOnWriteArrayList<>();
    private LogCapture log;

    @BeforeMethod
    void reset() {
        events.clear();
        outcomes.clear();
        log = LogCapture.start();
    }

    @AfterMethod(alwaysRun = true)
    void restoreTheLog() {
        log.close();
    }

    private static ThriftServerBuilder serve(Strategies strategy, ThriftProtocol protocol, boolean asynchronous) {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        return strategy.builder(asynchronous ? handler.processor() : new Everything.Processor<>(handler.handler()))
                .protocol(protocol);
    }

    private ServerInterceptor teller(String name) {
        return call -> {
            events.add(name + " begins " + call.method());
            return outcome -> events.add(name + " ends " + call.method() + " " + outcome.kind());
        };
    }

    private ServerInterceptor collector() {
        return call -> outcomes::add;
    }

    private void awaitOutcomes(int count) {
        Await.that("not all calls have ended", () -> outcomes.size() >= count);
    }

    public void eachCallStartsAndEndsOnce(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .interceptor(teller("outer"))
                        .interceptor(teller("inner"))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "text"));
            client.readReply(protocol).assertEchoString(1, "text");
            assertEquals(
                    events,
                    List.of(
                            "outer begins echoString",
                            "inner begins echoString",
                            "inner ends echoString REPLIED",
                            "outer ends echoString REPLIED"));
        }
    }

    public void outcomesMatchTheCalls(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        byte[] echo = requests.echoString(1, "text");
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .interceptor(collector())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo);
            int replyBytes = client.readFrame().length;
            client.sendFrames(requests.call("judge", 2, new Everything.judge_args(1)));
            client.readFrame();
            client.sendFrames(requests.call("fail", 3, new Everything.fail_args("RUNTIME")));
            client.readFrame();
            client.sendFrames(requests.call("nothing", 4, new Everything.fail_args("RUNTIME")));
            client.readFrame();
            client.sendFrames(requests.cutShort(5));
            client.readFrame();
            client.sendFrames(requests.oneway("note", 6, new Everything.note_args("text")));
            awaitOutcomes(6);
            assertEquals(
                    outcomes.stream().map(ServerCallOutcome::kind).toList(),
                    List.of(
                            Kind.REPLIED,
                            Kind.REPLIED,
                            Kind.HANDLER_FAILED,
                            Kind.UNKNOWN_METHOD,
                            Kind.BAD_ARGUMENTS,
                            Kind.REPLIED));
            assertEquals(outcomes.get(0).messageBytes(), echo.length);
            assertEquals(outcomes.get(0).replyBytes(), replyBytes);
            assertEquals(outcomes.get(5).replyBytes(), 0);
            for (ServerCallOutcome outcome : outcomes) {
                assertFalse(outcome.queued().isNegative(), outcome.toString());
                assertFalse(outcome.handled().isNegative(), outcome.toString());
            }
        }
    }

    public void oneThatThrowsRejectsTheCall(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        ServerInterceptor guard = call -> {
            if (call.method().equals("fail")) {
                throw new TApplicationException(TApplicationException.MISSING_RESULT, "not today");
            }
            return ServerCallListener.IGNORED;
        };
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .interceptor(collector())
                        .interceptor(guard)
                        .interceptor(teller("behind"))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("fail", 1, new Everything.fail_args("RUNTIME")));
            TApplicationException refusal =
                    client.readReply(protocol).assertFailure("fail", 1, TApplicationException.MISSING_RESULT);
            assertEquals(refusal.getMessage(), "not today");
            client.sendFrames(requests.echoString(2, "fine"));
            client.readReply(protocol).assertEchoString(2, "fine");
            assertEquals(outcomes.stream().map(ServerCallOutcome::kind).toList(), List.of(Kind.REJECTED, Kind.REPLIED));
            assertEquals(events, List.of("behind begins echoString", "behind ends echoString REPLIED"));
            assertEquals(server.counters().rejectedCalls(), 1);
            assertEquals(server.counters().handlerErrors(), 0);
        }
    }

    public void failuresOfListenersHarmNoCall(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        ServerInterceptor broken = call -> {
            if (call.method().equals("fail")) {
                throw new StackOverflowError("broken at the begin");
            }
            return outcome -> {
                throw new IllegalStateException("broken at the end");
            };
        };
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .interceptor(collector())
                        .interceptor(broken)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.call("fail", 1, new Everything.fail_args("RUNTIME")));
            client.readReply(protocol).assertFailure("fail", 1, TApplicationException.INTERNAL_ERROR);
            client.sendFrames(requests.echoString(2, "fine"));
            client.readReply(protocol).assertEchoString(2, "fine");
            assertEquals(outcomes.stream().map(ServerCallOutcome::kind).toList(), List.of(Kind.REJECTED, Kind.REPLIED));
            assertTrue(log.awaitCount("an interceptor failed") >= 1, log.text());
        }
    }

    public void oneThatReturnsNullRejectsTheCall(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .interceptor(collector())
                        .interceptor(call -> null)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(requests.echoString(1, "fine"));
            client.readReply(protocol).assertFailure("echoString", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(outcomes.stream().map(ServerCallOutcome::kind).toList(), List.of(Kind.REJECTED));
            assertEquals(log.awaitCount("an interceptor failed"), 1, log.text());
        }
    }

    /** The context belongs to the call, is current on its thread, and is no longer current afterwards. */
    public void theContextIsThatOfTheCall(Strategies strategy, ThriftProtocol protocol, boolean asynchronous)
            throws Exception {
        Requests requests = new Requests(protocol);
        List<CallContext> contexts = new CopyOnWriteArrayList<>();
        AtomicInteger wrong = new AtomicInteger();
        ServerInterceptor checker = call -> {
            contexts.add(call);
            Optional<CallContext> current = CallContext.current();
            if (current.isEmpty() || !current.get().method().equals(call.method())) {
                wrong.incrementAndGet();
            }
            call.connectionAttributes().setAttribute("last", call.method());
            return ServerCallListener.IGNORED;
        };
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMinutes(10)).build();
        try (ThriftServer server = serve(strategy, protocol, asynchronous)
                        .limits(limits)
                        .interceptor(checker)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[] echo = requests.echoString(1, "text");
            client.sendFrames(echo);
            client.readFrame();
            client.sendFrames(requests.call("whoami", 2, new Everything.echoString_args("me")));
            client.readFrame();
            assertEquals(wrong.get(), 0);
            CallContext first = contexts.get(0);
            assertEquals(first.method(), "echoString");
            assertEquals(first.service(), Optional.empty());
            assertEquals(first.messageBytes(), echo.length);
            assertEquals(first.tlsPeer(), Optional.empty());
            assertTrue(first.peerAddress().toString().contains("127.0.0.1"), "" + first.peerAddress());
            assertTrue(first.remaining().compareTo(limits.callTimeout()) <= 0, "" + first.remaining());
            assertTrue(first.remaining().toMinutes() >= 8, "" + first.remaining());
            assertEquals(contexts.get(1).method(), "whoami");
            assertEquals(first.connectionAttributes().getAttribute("last"), "whoami");
        }
    }
}
