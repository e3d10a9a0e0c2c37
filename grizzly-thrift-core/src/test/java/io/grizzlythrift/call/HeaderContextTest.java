package io.grizzlythrift.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** Tests the headers of frames, as handlers and interceptors read and add them. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
public final class HeaderContextTest {

    /** Runs an action with the context of each call of echoString. */
    private static ThriftServerBuilder serve(Strategies strategy, Consumer<CallContext> action) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler() {
            @Override
            public String echoString(String value) {
                action.accept(CallContext.current().orElseThrow());
                return value;
            }
        }));
    }

    private static HeaderFrame echo(ThriftProtocol protocol, int sequenceId) throws TException {
        return HeaderFrame.of(protocol, sequenceId, new Requests(protocol).echoString(sequenceId, "text"));
    }

    private static HeaderFrame echoed(RawClient client, int sequenceId) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        reply.reply().assertEchoString(sequenceId, "text");
        return reply;
    }

    public void received(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AtomicReference<CallContext> seen = new AtomicReference<>();
        try (ThriftServer server = serve(strategy, seen::set).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, 1)
                    .header("Trace-Id", "abc")
                    .header("empty", "")
                    .header("umlaut", "\u00e4\u20ac")
                    .bytes());
            echoed(client, 1);
            CallContext call = seen.get();
            assertEquals(call.header("trace-ID"), Optional.of("abc"));
            assertEquals(call.header("empty"), Optional.of(""));
            assertEquals(call.header("umlaut"), Optional.of("\u00e4\u20ac"));
            assertEquals(call.header("other"), Optional.empty());
            assertEquals(call.headers().get("TRACE-ID"), List.of("abc"));
            assertEquals(call.headers().size(), 3);
            expectThrows(
                    UnsupportedOperationException.class, () -> call.headers().clear());
            assertEquals(call.messageBytes(), new Requests(protocol).echoString(1, "text").length);
            client.sendFrames(echo(protocol, 2).bytes());
            echoed(client, 2);
            assertEquals(seen.get().headers(), Map.of());
        }
    }

    public void added(Strategies strategy, ThriftProtocol protocol) throws Exception {
        List<Boolean> carried = new CopyOnWriteArrayList<>();
        try (ThriftServer server = serve(strategy, call -> {
                            carried.add(call.addReplyHeader("from", "handler"));
                            carried.add(CallContext.current().orElseThrow().addReplyHeader("another", "\u20ac"));
                        })
                        .interceptor(call -> {
                            carried.add(call.addReplyHeader("by", "interceptor"));
                            carried.add(call.addReplyHeader("from", "interceptor"));
                            return outcome -> carried.add(call.addReplyHeader("late", "listener"));
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server);
                RawClient framed = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(echo(protocol, call).bytes());
                assertEquals(
                        echoed(client, call).headers(),
                        Map.of("by", "interceptor", "from", "handler", "another", "\u20ac"));
                assertEquals(carried, List.of(true, true, true, true, false));
                carried.clear();
            }
            framed.sendFrames(new Requests(ThriftProtocol.BINARY).echoString(4, "text"));
            framed.readReply(ThriftProtocol.BINARY).assertEchoString(4, "text");
            assertEquals(carried, List.of(false, false, false, false, false));
        }
    }

    /** If an exception replaces the result, the reply has the headers that were added before. */
    public void addedToExceptions(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public String fail(String how) throws TException {
                                CallContext.current().orElseThrow().addReplyHeader("from", "handler");
                                return super.fail(how);
                            }
                        }))
                        .interceptor(call -> {
                            call.addReplyHeader("by", "interceptor");
                            if (call.method().equals("ping")) {
                                throw new TApplicationException("not today");
                            }
                            return ServerCallListener.IGNORED;
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(
                            protocol, 1, requests.call("fail", 1, new Everything.fail_args(Failure.RUNTIME.name())))
                    .bytes());
            HeaderFrame failed = HeaderFrame.read(client.readFrame());
            assertEquals(failed.headers(), Map.of("by", "interceptor", "from", "handler"));
            assertTrue(failed.reply().isException());
            client.sendFrames(HeaderFrame.of(protocol, 2, requests.call("ping", 2, new Everything.echoList_args()))
                    .bytes());
            HeaderFrame rejected = HeaderFrame.read(client.readFrame());
            assertEquals(rejected.headers(), Map.of("by", "interceptor"));
            assertTrue(rejected.reply().isException());
        }
    }

    /** If encoding a result fails halfway, an exception with the same headers replaces it. */
    public void addedBeforeAnEncodingFailure(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public List<String> echoList(List<String> value) {
                                CallContext.current().orElseThrow().addReplyHeader("from", "handler");
                                List<String> half = new ArrayList<>(value);
                                half.add(null);
                                return half;
                            }
                        }))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(
                                    protocol,
                                    1,
                                    requests.call("echoList", 1, new Everything.echoList_args(List.of("a"))))
                            .bytes(),
                    echo(protocol, 2).bytes());
            HeaderFrame failed = HeaderFrame.read(client.readFrame());
            assertEquals(failed.headers(), Map.of("from", "handler"));
            failed.reply().assertFailure("echoList", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(echoed(client, 2).headers(), Map.of());
        }
    }

    public void addedByOnewayCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        CompletableFuture<Boolean> carried = new CompletableFuture<>();
        byte[] note = new Requests(protocol).oneway("note", 1, new Everything.note_args("text"));
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler() {
                            @Override
                            public void note(String text) {
                                carried.complete(
                                        CallContext.current().orElseThrow().addReplyHeader("name", "value"));
                            }
                        }))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(protocol, 1, note).header("name", "value").bytes());
            assertFalse(carried.get(30, TimeUnit.SECONDS));
            client.sendFrames(echo(protocol, 2).bytes());
            assertEquals(echoed(client, 2).headers(), Map.of());
        }
    }

    public void theMostHeaders(Strategies strategy, ThriftProtocol protocol) throws Exception {
        String most = "v".repeat(HeaderMap.MAX_BYTES - HeaderMap.PAIR_BYTES - 4);
        List<String> refused = new CopyOnWriteArrayList<>();
        try (ThriftServer server = serve(strategy, call -> {
                            call.addReplyHeader("name", most);
                            for (String[] more : new String[][] {{"name", most + "v"}, {"n", ""}}) {
                                refused.add(expectThrows(
                                                IllegalArgumentException.class,
                                                () -> call.addReplyHeader(more[0], more[1]))
                                        .getMessage());
                            }
                            call.addReplyHeader("name", "");
                            call.addReplyHeader("name", most);
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, 1).bytes());
            assertEquals(echoed(client, 1).headers(), Map.of("name", most));
            assertEquals(
                    refused,
                    List.of(
                            "with [name], the headers have 65537 bytes, must be at most 65536; each counts 160 besides"
                                    + " its name and its value",
                            "with [n], the headers have 65697 bytes, must be at most 65536; each counts 160 besides"
                                    + " its name and its value"));
        }
    }

    /** The array of a read is reused for the next read as soon as its calls have ended. */
    public void contextsKeptAfterTheirCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Map<Integer, CallContext> kept = new LinkedHashMap<>();
        ConcurrentLinkedQueue<CallContext> seen = new ConcurrentLinkedQueue<>();
        try (ThriftServer server = serve(strategy, seen::add).build().start();
                RawClient client = new RawClient(server)) {
            for (int read = 0; read < 20; read++) {
                ByteArrayOutputStream calls = new ByteArrayOutputStream();
                for (int call = 100 * read; call < 100 * (read + 1); call++) {
                    calls.writeBytes(RawClient.framed(
                            echo(protocol, call).header("call", "" + call).bytes()));
                }
                client.send(calls.toByteArray());
                for (int call = 100 * read; call < 100 * (read + 1); call++) {
                    echoed(client, call);
                }
            }
            assertEquals(seen.size(), 2000);
            for (CallContext call : seen) {
                kept.put(Integer.parseInt(call.header("call").orElseThrow()), call);
                assertFalse(call.addReplyHeader("too", "late"));
            }
            assertEquals(kept.size(), 2000);
        }
    }

    public void addedByAsynchronousHandlers(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ConcurrentLinkedQueue<CallContext> seen = new ConcurrentLinkedQueue<>();
        AsyncEverything handler = new AsyncEverything(task -> {
            CallContext call = CallContext.current().orElseThrow();
            call.addReplyHeader("begun", call.header("call").orElseThrow());
            seen.add(call);
            ForkJoinPool.commonPool().execute(() -> {
                call.addReplyHeader("ended", call.header("call").orElseThrow());
                task.run();
            });
        });
        try (ThriftServer server = strategy.builder(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            ByteArrayOutputStream calls = new ByteArrayOutputStream();
            for (int call = 0; call < 200; call++) {
                calls.writeBytes(RawClient.framed(echo(protocol, call)
                        .sequenceId(call + 1000)
                        .header("call", "" + call)
                        .bytes()));
            }
            client.send(calls.toByteArray());
            for (int call = 0; call < 200; call++) {
                HeaderFrame reply = echoed(client, call);
                assertEquals(reply.sequenceId(), call + 1000);
                assertEquals(reply.headers(), Map.of("begun", "" + call, "ended", "" + call));
            }
            seen.forEach(call -> assertFalse(call.addReplyHeader("too", "late")));
        }
    }

    /**
     * Headers can be added until the handler replies, on any thread; the reply to another call does not contain them.
     */
    public void addedWhileACallIsPending(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = strategy.builder(handler.processor())
                        .interceptor(call -> {
                            if (call.method().equals("hold")) {
                                context.complete(call);
                            }
                            return ServerCallListener.IGNORED;
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(protocol, 1, requests.call("hold", 1, new Everything.hold_args("a")))
                            .bytes(),
                    echo(protocol, 2).bytes());
            AsyncMethodCallback<Object> held = handler.held("a").get(30, TimeUnit.SECONDS);
            CallContext call = context.get(30, TimeUnit.SECONDS);
            assertTrue(call.addReplyHeader("name", "value"));
            held.onComplete("done");
            assertFalse(call.addReplyHeader("name", "late"));
            HeaderFrame reply = HeaderFrame.read(client.readFrame());
            assertEquals(reply.reply().sequenceId(), 1);
            assertEquals(reply.headers(), Map.of("name", "value"));
            assertEquals(echoed(client, 2).headers(), Map.of());
        }
    }

    /** Tests headers of the largest size, in a frame that is split anywhere within them. */
    public void largeHeaders(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AtomicReference<CallContext> seen = new AtomicReference<>();
        try (ThriftServer server = serve(strategy, seen::set).build().start();
                RawClient client = new RawClient(server)) {
            for (int length : new int[] {50_000, HeaderMap.MAX_BYTES - HeaderMap.PAIR_BYTES - 4}) {
                String value = "v".repeat(length);
                byte[] frame = echo(protocol, 1).header("name", value).bytes();
                byte[] call = RawClient.framed(frame);
                client.send(Arrays.copyOf(call, 1000))
                        .send(Arrays.copyOfRange(call, 1000, 40_000))
                        .send(Arrays.copyOfRange(call, 40_000, call.length));
                echoed(client, 1);
                assertEquals(seen.get().header("name"), Optional.of(value));
            }
        }
    }
}
