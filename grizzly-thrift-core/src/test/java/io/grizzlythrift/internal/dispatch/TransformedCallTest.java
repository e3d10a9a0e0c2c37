package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import com.github.luben.zstd.Zstd;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.server.AbstractNonblockingServer.AsyncFrameBuffer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls whose payload is compressed. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndTransforms")
public final class TransformedCallTest {
    private static final int MAX_FRAME_BYTES = 1 << 20;
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final String TEXT = "text ".repeat(1000);

    @DataProvider
    static Object[][] strategiesAndTransforms() {
        Strategies[] strategies = Strategies.values();
        Object[][] rows = new Object[2 * strategies.length][];
        for (int i = 0; i < strategies.length; i++) {
            rows[2 * i] = new Object[] {strategies[i], HeaderFrame.ZLIB};
            rows[2 * i + 1] = new Object[] {strategies[i], HeaderFrame.ZSTD};
        }
        return rows;
    }

    private static ThriftServerBuilder serve(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build());
    }

    private static HeaderFrame echo(int sequenceId, String text) throws Exception {
        return HeaderFrame.of(PROTOCOL, sequenceId, REQUESTS.echoString(sequenceId, text));
    }

    private static HeaderFrame echoed(RawClient client, int sequenceId, String text) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        reply.reply().assertEchoString(sequenceId, text);
        return reply;
    }

    private static void awaitNoMemory(ThriftServer server) {
        Await.that("memory is not released", () -> server.counters().bufferedBytes(MemoryPart.WAITING_FRAMES) == 0);
    }

    /** A reply is compressed in the same way as its call. */
    public void repliesAsTheirCalls(Strategies strategy, int transform) throws Exception {
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        try (ThriftServer server = serve(strategy)
                        .interceptor(call -> {
                            sizes.add(call.messageBytes());
                            return outcome -> sizes.add(outcome.replyBytes());
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    echo(1, TEXT).compress(transform).bytes(),
                    echo(2, TEXT).bytes(),
                    echo(3, TEXT).compress(transform).compress(HeaderFrame.ZLIB).bytes());
            assertEquals(echoed(client, 1, TEXT).transforms(), List.of(transform));
            assertEquals(echoed(client, 2, TEXT).transforms(), List.of());
            assertEquals(echoed(client, 3, TEXT).transforms(), List.of(transform, HeaderFrame.ZLIB));
            int message = REQUESTS.echoString(1, TEXT).length;
            Await.that("listeners run", () -> sizes.size() == 6);
            sizes.forEach(size -> assertTrue(size >= message && size <= message + 1, sizes.toString()));
            awaitNoMemory(server);
        }
    }

    public void manyInOneRead(Strategies strategy, int transform) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        for (int call = 0; call < 200; call++) {
            HeaderFrame echo = echo(call, "call " + call);
            byte[] note = REQUESTS.oneway("note", call, new Everything.note_args("note " + call));
            calls.writeBytes(RawClient.framed(
                    (call % 2 == 0 ? echo.compress(transform) : echo).bytes(),
                    HeaderFrame.of(PROTOCOL, call, note).compress(transform).bytes()));
        }
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.send(calls.toByteArray());
            for (int call = 0; call < 200; call++) {
                echoed(client, call, "call " + call);
                assertEquals(handler.noted("note " + call).get(30, TimeUnit.SECONDS), "note " + call);
            }
            awaitNoMemory(server);
        }
    }

    /** A binary value is a slice of the restored payload, and remains valid. */
    public void valuesKeptByTheHandler(Strategies strategy, int transform) throws Exception {
        Queue<ByteBuffer> kept = new ConcurrentLinkedQueue<>();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public ByteBuffer echoBinary(ByteBuffer value) {
                kept.add(value.duplicate());
                return value;
            }
        };
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 50; call++) {
                ByteBuffer value = ByteBuffer.allocate(1000).putInt(0, call);
                byte[] message = REQUESTS.call("echoBinary", call, new Everything.echoBinary_args(value));
                client.sendFrames(HeaderFrame.of(PROTOCOL, call, message)
                        .compress(transform)
                        .bytes());
                HeaderFrame.read(client.readFrame());
            }
            int call = 0;
            for (ByteBuffer value : kept) {
                assertEquals(value.getInt(value.position()), ++call);
            }
            assertEquals(call, 50);
        }
    }

    public void asynchronousHandlers(Strategies strategy, int transform) throws Exception {
        AsyncEverything handler = new AsyncEverything(ForkJoinPool.commonPool());
        try (ThriftServer server = strategy.builder(handler.processor()).build().start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call < 50; call++) {
                client.sendFrames(echo(call, TEXT).compress(transform).bytes());
                assertEquals(echoed(client, call, TEXT).transforms(), List.of(transform));
            }
            client.sendFrames(HeaderFrame.of(PROTOCOL, 90, REQUESTS.call("hold", 90, new Everything.hold_args("a")))
                    .compress(transform)
                    .bytes());
            AsyncMethodCallback<Object> held = handler.held("a").get(30, TimeUnit.SECONDS);
            held.onComplete("done");
            assertEquals(HeaderFrame.read(client.readFrame()).transforms(), List.of(transform));
            awaitNoMemory(server);
        }
    }

    public void exceptionsAreCompressedToo(Strategies strategy, int transform) throws Exception {
        byte[] call = REQUESTS.call("missing", 1, new Everything.note_args(TEXT));
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    HeaderFrame.of(PROTOCOL, 1, call).compress(transform).bytes());
            HeaderFrame reply = HeaderFrame.read(client.readFrame());
            assertEquals(reply.transforms(), List.of(transform));
            reply.reply().assertFailure("missing", 1, TApplicationException.UNKNOWN_METHOD);
        }
    }

    private static byte[] zlib(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(bytes);
        deflater.finish();
        byte[] compressed = new byte[bytes.length / 100 + 1000];
        int length = deflater.deflate(compressed);
        deflater.end();
        return Arrays.copyOf(compressed, length);
    }

    private static byte[] bomb(int transform, int bytes) {
        return transform == HeaderFrame.ZLIB ? zlib(new byte[bytes]) : Zstd.compress(new byte[bytes]);
    }

    private static HeaderFrame raw(int transform, int sequenceId, byte[] payload) {
        return HeaderFrame.of(PROTOCOL, sequenceId, payload).transform(transform);
    }

    /** The reply has the sequence id of the header and is not compressed. The connection stays open. */
    public void payloadsThatCannotBeRestored(Strategies strategy, int transform) throws Exception {
        byte[] good = echo(1, TEXT).compress(transform).payload();
        byte[] half = Arrays.copyOf(good, good.length / 2);
        byte[] small = bomb(transform, MAX_FRAME_BYTES + 1);
        byte[] large = bomb(transform, 20_000_000);
        byte[] nested = bomb(transform, 10_000_000);
        List<byte[]> bad = List.of(
                raw(transform, 10, half).bytes(),
                raw(transform, 11, new byte[] {1, 2, 3, 4}).bytes(),
                raw(transform, 12, small).bytes(),
                raw(transform, 13, large).bytes(),
                raw(transform, 14, bomb(transform, MAX_FRAME_BYTES / 2)).bytes(), // too far compressed
                raw(transform, 15, zlib(nested)).transform(HeaderFrame.ZLIB).bytes(),
                raw(77, 16, good).bytes(),
                raw(transform, 17, good).transform(77).bytes());
        try (ThriftServer server = serve(strategy).build().start();
                LogCapture log = LogCapture.ofWarnings();
                RawClient client = new RawClient(server)) {
            for (byte[] frame : bad) {
                client.sendFrames(frame);
            }
            client.sendFrames(echo(2, TEXT).compress(transform).bytes());
            for (int id = 10; id < 10 + bad.size(); id++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), id);
                assertEquals(reply.transforms(), List.of());
                String message = reply.reply()
                        .assertFailure("", id, TApplicationException.INVALID_TRANSFORM)
                        .getMessage();
                assertEquals(message.equals("transform 77 is not known"), id >= 16, message);
                assertEquals(message.contains("the limit is maxFrameBytes, which is "), id >= 12 && id < 16, message);
            }
            echoed(client, 2, TEXT);
            assertEquals(server.counters().protocolErrors(), bad.size());
            assertTrue(log.awaitCount("rejected a call of ") > 0, log.text());
            awaitNoMemory(server);
        }
    }

    /** Returns text that compresses only moderately. */
    private static String compressible(int length) {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(4)));
        }
        return text.toString();
    }

    public void theLargestPayload(Strategies strategy, int transform) throws Exception {
        int around = REQUESTS.echoString(1, "x".repeat(100_000)).length - 100_000;
        String most = compressible(MAX_FRAME_BYTES - around);
        try (ThriftServer server = serve(strategy).build().start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1, most).compress(transform).bytes());
            HeaderFrame.read(client.readFrame()).reply().assertEchoString(1, most);
            client.sendFrames(echo(2, most + "x").compress(transform).bytes());
            HeaderFrame.read(client.readFrame()).reply().assertFailure("", 2, TApplicationException.INVALID_TRANSFORM);
            awaitNoMemory(server);
        }
    }

    /** The restored payload is charged while the call runs, and is refused if the budget has no room for it. */
    public void memory(Strategies strategy, int transform) throws Exception {
        String text = compressible(300_000);
        Queue<Long> used = new ConcurrentLinkedQueue<>();
        ThriftServer[] known = new ThriftServer[1];
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                used.add(known[0].counters().bufferedBytes(MemoryPart.WAITING_FRAMES));
                return "short";
            }
        };
        byte[] first = echo(1, text.substring(200_000)).compress(transform).bytes();
        byte[] second = echo(2, text).compress(transform).bytes();
        ServerLimits limits = Strategies.patient().maxBufferedBytes(600_000).build();
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            known[0] = server;
            client.sendFrames(first);
            echoed(client, 1, "short");
            assertTrue(used.remove() >= 100_000);
            awaitNoMemory(server);
            client.sendFrames(second);
            String message = HeaderFrame.read(client.readFrame())
                    .reply()
                    .assertFailure("", 2, TApplicationException.INTERNAL_ERROR)
                    .getMessage();
            assertEquals(message, "rejected: no memory is left to decompress a payload");
            assertEquals(server.counters().rejectedCalls(), 1);
            awaitNoMemory(server);
            client.sendFrames(first);
            echoed(client, 1, "short");
        }
    }

    /** A rejection restores nothing, so it knows only the header, and whether the call is oneway, but not the method. */
    public void rejections(Strategies strategy, int transform) throws Exception {
        byte[] note = REQUESTS.oneway("note", 2, new Everything.note_args(TEXT));
        byte[] hold = REQUESTS.call("hold", 1, new Everything.hold_args("a"));
        AsyncEverything handler = new AsyncEverything(task -> {
            throw new AssertionError("must not run");
        });
        ServerLimits limits = Strategies.patient()
                .maxFrameBytes(MAX_FRAME_BYTES)
                .maxInFlight(1)
                .build();
        try (ThriftServer server = strategy.builder(handler.processor())
                        .limits(limits)
                        .build()
                        .start();
                RawClient holder = new RawClient(server);
                RawClient client = new RawClient(server)) {
            holder.sendFrames(HeaderFrame.of(PROTOCOL, 1, hold).bytes());
            AsyncMethodCallback<Object> held = handler.held("a").get(30, TimeUnit.SECONDS);
            client.sendFrames(
                    echo(1, TEXT).sequenceId(11).compress(transform).bytes(),
                    HeaderFrame.of(PROTOCOL, 12, note).compress(transform).bytes(),
                    echo(3, TEXT)
                            .sequenceId(13)
                            .compress(transform)
                            .compress(transform)
                            .bytes(),
                    echo(4, TEXT).sequenceId(14).transform(77).bytes(),
                    raw(transform, 15, bomb(transform, 20_000_000)).bytes(),
                    echo(6, TEXT).sequenceId(16).bytes());
            String[] methods = {"", "", "", "", "echoString"};
            int[] headerIds = {11, 13, 14, 15, 16}; // 12 is oneway
            int[] ids = {11, 13, 14, 15, 6};
            for (int i = 0; i < methods.length; i++) {
                HeaderFrame reply = HeaderFrame.read(client.readFrame());
                assertEquals(reply.sequenceId(), headerIds[i]);
                assertEquals(reply.transforms(), List.of());
                String message = reply.reply()
                        .assertFailure(methods[i], ids[i], TApplicationException.INTERNAL_ERROR)
                        .getMessage();
                assertTrue(message.startsWith("rejected: "), message);
            }
            assertEquals(server.counters().rejectedCalls(), methods.length + 1);
            held.onComplete("done");
            awaitNoMemory(server);
        }
    }

    /** It is not known whether calls of a closed connection are oneway until they are restored. */
    public void onewayCallsOfAClosedConnection(Strategies strategy, int transform) throws Exception {
        if (strategy != Strategies.WORKER_THREAD) {
            return;
        }
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient holder = new RawClient(server)) {
            Requests binary = new Requests(ThriftProtocol.BINARY);
            for (int id = 0; id < Strategies.THREADS; id++) {
                try (RawClient client = new RawClient(server)) {
                    client.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "hold", id));
                    processor.awaitStart(id);
                    client.reset();
                }
            }
            byte[] oneway = binary.oneway("fast", 77, new Everything.echoList_args());
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(HeaderFrame.of(ThriftProtocol.BINARY, 77, oneway)
                        .compress(transform)
                        .bytes());
                Await.that("the call is read", () -> server.counters().calls() == Strategies.THREADS + 1);
                client.reset();
            }
            Await.that("the connections close", () -> server.counters().openConnections() == 1);
            for (int id = 0; id < Strategies.THREADS; id++) {
                processor.release(id);
            }
            processor.awaitStart(77);
            holder.sendFrames(HeldProcessor.call(ThriftProtocol.BINARY, "fast", 78));
            assertEquals(holder.readReply(ThriftProtocol.BINARY).sequenceId(), 78);
        }
    }

    /** A hand-written asynchronous processor reads from its own transport. */
    public void handWrittenAsynchronousProcessors(Strategies strategy, int transform) throws Exception {
        AsyncEcho processor = new AsyncEcho();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient client = new RawClient(server)) {
            for (int call = 1; call <= 3; call++) {
                client.sendFrames(echo(call, TEXT).compress(transform).bytes());
                assertEquals(echoed(client, call, TEXT).transforms(), List.of(transform));
            }
        }
    }

    private static final class AsyncEcho implements TAsyncProcessor, TProcessor {
        @Override
        public void process(AsyncFrameBuffer buffer) throws TException {
            TProtocol in = buffer.getInputProtocol();
            TMessage call = in.readMessageBegin();
            Everything.echoString_args arguments = new Everything.echoString_args();
            arguments.read(in);
            in.readMessageEnd();
            TProtocol out = buffer.getOutputProtocol();
            out.writeMessageBegin(new TMessage(call.name, TMessageType.REPLY, call.seqid));
            Everything.echoString_result result = new Everything.echoString_result();
            result.setSuccess(arguments.getValue());
            result.write(out);
            out.writeMessageEnd();
            buffer.responseReady();
        }

        @Override
        public void process(TProtocol in, TProtocol out) {
            throw new UnsupportedOperationException("asynchronous");
        }
    }
}
