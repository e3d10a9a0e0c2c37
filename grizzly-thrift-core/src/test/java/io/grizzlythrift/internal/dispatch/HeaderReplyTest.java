package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** Tests replies to frames with headers that a server sends instead of a handler, and the order of replies. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndBinaryProtocols", dataProviderClass = Strategies.class)
public final class HeaderReplyTest {
    private static final int OUT_OF_ORDER = 1;

    private static HeaderFrame echo(ThriftProtocol protocol, int sequenceId) throws Exception {
        return HeaderFrame.of(protocol, sequenceId, new Requests(protocol).echoString(sequenceId, "text"));
    }

    private static HeaderFrame hold(ThriftProtocol protocol, int sequenceId, String key) throws Exception {
        byte[] call = new Requests(protocol).call("hold", sequenceId, new Everything.hold_args(key));
        return HeaderFrame.of(protocol, sequenceId, call);
    }

    private static HeaderFrame echoed(RawClient client, int sequenceId) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        reply.reply().assertEchoString(sequenceId, "text");
        return reply;
    }

    private static void assertHeld(RawClient client, int sequenceId) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        assertEquals(reply.sequenceId(), sequenceId);
        assertEquals(reply.reply().sequenceId(), sequenceId);
        assertFalse(reply.reply().isException());
    }

    private static AsyncMethodCallback<Object> held(AsyncEverything handler, String key) throws Exception {
        return handler.held(key).get(30, TimeUnit.SECONDS);
    }

    /** The server replies instead of an asynchronous handler. */
    public void overdueHandlers(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMillis(20)).build();
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = strategy.builder(handler.processor())
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(hold(protocol, call, "key " + call)
                        .sequenceId(call + 100)
                        .bytes());
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), call + 100);
                String message = reply.reply()
                        .assertFailure("hold", call, TApplicationException.INTERNAL_ERROR)
                        .getMessage();
                assertEquals(message, "the handler has not replied within 20 ms, which is callTimeout");
                held(handler, "key " + call).onComplete("late");
            }
        }
    }

    public void rejectedCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ServerLimits limits = Strategies.patient().maxInFlight(1).build();
        try (ThriftServer server = strategy.builder(handler.processor())
                        .limits(limits)
                        .build()
                        .start();
                RawClient holder = new RawClient(server);
                RawClient client = new RawClient(server)) {
            holder.sendFrames(hold(protocol, 1, "a").bytes());
            AsyncMethodCallback<Object> pending = held(handler, "a");
            client.sendFrames(
                    echo(protocol, 2).sequenceId(102).bytes(),
                    echo(protocol, 3).protocolId(99).bytes(),
                    echo(protocol, 4).sequenceId(104).bytes());
            for (int id = 2; id <= 4; id++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), id == 3 ? 3 : 100 + id);
                String message = reply.reply()
                        .assertFailure(
                                id == 3 && protocol == ThriftProtocol.COMPACT ? "" : "echoString",
                                id,
                                TApplicationException.INTERNAL_ERROR)
                        .getMessage();
                assertTrue(message.startsWith("rejected: "), message);
            }
            pending.onComplete("done");
            assertHeld(holder, 1);
            assertEquals(server.counters().rejectedCalls(), 3);
        }
    }

    /** Calls that arrive while a server drains are rejected; earlier calls get their replies. */
    public void drainedServers(Strategies strategy, ThriftProtocol protocol) throws Exception {
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        ThriftServer server = strategy.builder(handler.processor())
                .shutdownGrace(Duration.ofSeconds(50))
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(protocol, 1, "a").flags(OUT_OF_ORDER).bytes());
            AsyncMethodCallback<Object> pending = held(handler, "a");
            ForkJoinPool.commonPool().execute(server::close);
            int next = 2;
            boolean rejected = false;
            while (!rejected) {
                client.sendFrames(echo(protocol, next).bytes());
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), next++);
                rejected = reply.reply().isException();
            }
            pending.onComplete("done");
            assertHeld(client, 1);
            client.assertClosedByServer();
        } finally {
            handler.handler().releaseAll();
            server.close();
        }
    }

    public void closeNotices(Strategies strategy, ThriftProtocol protocol) throws Exception {
        ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(echo(protocol, CloseNotice.CLIENT_ID).bytes());
            echoed(client, CloseNotice.CLIENT_ID);
            ForkJoinPool.commonPool().execute(server::close);
            HeaderFrame notice = HeaderFrame.read(client.readFrame());
            byte[] framed = CloseNotice.encode(protocol);
            assertEquals(notice.payload(), Arrays.copyOfRange(framed, Integer.BYTES, framed.length));
            assertEquals(notice.sequenceId(), CloseNotice.NOTICE_ID);
            assertEquals(notice.protocolId(), protocol == ThriftProtocol.COMPACT ? 2 : 0);
        } finally {
            server.close();
        }
    }

    /** The flag applies whatever the option of the server is, even if later frames do not have it. */
    public void asCompletedIfTheFirstFrameSaysSo(Strategies strategy, ThriftProtocol protocol) throws Exception {
        for (ReplyOrder option : ReplyOrder.values()) {
            AsyncEverything handler = new AsyncEverything(Runnable::run);
            try (ThriftServer server = strategy.builder(handler.processor())
                            .replyOrder(option)
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                client.sendFrames(
                        hold(protocol, 1, "a").flags(OUT_OF_ORDER).bytes(),
                        echo(protocol, 2).flags(OUT_OF_ORDER | 0x40).bytes());
                assertEquals(echoed(client, 2).flags(), OUT_OF_ORDER);
                client.sendFrames(echo(protocol, 3).bytes());
                assertEquals(echoed(client, 3).flags(), 0);
                held(handler, "a").onComplete("a");
                assertHeld(client, 1);
            }
        }
    }

    /** A proxy may send the calls of a client without headers, which matches replies by their order, behind such calls. */
    public void inRequestOrderForLaterCallsWithoutHeaders(Strategies strategy, ThriftProtocol protocol)
            throws Exception {
        Requests plain = new Requests(protocol);
        AsyncEverything handler = new AsyncEverything(Runnable::run);
        try (ThriftServer server = strategy.builder(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(hold(protocol, 1, "a").flags(OUT_OF_ORDER).bytes());
            AsyncMethodCallback<Object> earlier = held(handler, "a");
            client.sendFrames(plain.call("hold", 2, new Everything.hold_args("b")), plain.echoString(3, "text"));
            AsyncMethodCallback<Object> first = held(handler, "b");
            Await.that("a call ends", () -> server.counters().inFlight() == 2);
            assertFalse(client.hasBytes());
            first.onComplete("b");
            assertEquals(client.readReply(protocol).sequenceId(), 2);
            assertEquals(client.readReply(protocol).sequenceId(), 3);
            earlier.onComplete("a");
            assertHeld(client, 1);
        }
    }

    public void inRequestOrderOtherwise(Strategies strategy, ThriftProtocol protocol) throws Exception {
        for (ReplyOrder option : ReplyOrder.values()) {
            AsyncEverything handler = new AsyncEverything(Runnable::run);
            try (ThriftServer server = strategy.builder(handler.processor())
                            .replyOrder(option)
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                client.sendFrames(hold(protocol, 1, "a").bytes());
                AsyncMethodCallback<Object> first = held(handler, "a");
                client.sendFrames(echo(protocol, 2).flags(OUT_OF_ORDER).bytes());
                Await.that("a call ends", () -> server.counters().inFlight() == 1);
                assertFalse(client.hasBytes());
                first.onComplete("a");
                assertHeld(client, 1);
                echoed(client, 2);
            }
        }
    }

    /** With a blocking handler and all calls in one read, the slow call does not delay the others. */
    public void asCompletedInOneRead(Strategies strategy, ThriftProtocol protocol) throws Exception {
        if (strategy.concurrentCalls() < 2) {
            return;
        }
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient client = new RawClient(server)) {
            byte[][] calls = new byte[10][];
            for (int id = 0; id < calls.length; id++) {
                byte[] call = HeldProcessor.call(protocol, id == 0 ? "hold" : "fast", id);
                calls[id] =
                        HeaderFrame.of(protocol, id, call).flags(OUT_OF_ORDER).bytes();
            }
            client.sendFrames(calls);
            for (int id = 1; id < calls.length; id++) {
                assertTrue(HeaderFrame.read(client.readFrame()).sequenceId() > 0);
            }
            processor.release(0);
            assertEquals(HeaderFrame.read(client.readFrame()).sequenceId(), 0);
        }
    }
}
