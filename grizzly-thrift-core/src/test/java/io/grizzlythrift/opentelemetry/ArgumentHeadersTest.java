package io.grizzlythrift.opentelemetry;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ArgumentHeaders;
import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.TSerializable;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests argument field 8888 as the Java agents of OpenTelemetry and of SkyWalking write it: that the server reads its
 * headers, and that nothing in it disturbs the call.
 */
@Test(timeOut = 60_000)
public class ArgumentHeadersTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** The headers of each call, as its listener saw them when the handler was about to start. */
    private final List<Map<String, List<String>>> seen = new CopyOnWriteArrayList<>();

    /** The headers of each call, as the handler would see them. */
    private final List<Map<String, List<String>>> current = new CopyOnWriteArrayList<>();

    private ThriftServer reading;
    private ThriftServer notReading;

    private final class Reader implements ServerInterceptor {
        private final boolean argumentHeaders;

        Reader(boolean argumentHeaders) {
            this.argumentHeaders = argumentHeaders;
        }

        @Override
        public boolean readsArgumentHeaders() {
            return argumentHeaders;
        }

        @Override
        public ServerCallListener begin(CallContext call) {
            return new ServerCallListener() {
                @Override
                public void handlerStarts() {
                    seen.add(call.headers());
                    current.add(CallContext.current().orElseThrow().headers());
                }

                @Override
                public void ended(ServerCallOutcome outcome) {}
            };
        }
    }

    private ThriftServer server(boolean argumentHeaders, ThriftProtocol protocol) {
        return Strategies.WORKER_THREAD
                .builder(new Everything.Processor<>(new EverythingHandler()))
                .protocol(protocol)
                .interceptor(new Reader(argumentHeaders))
                .build()
                .start();
    }

    @BeforeClass
    void startServers() {
        reading = server(true, ThriftProtocol.COMPACT);
        notReading = server(false, ThriftProtocol.COMPACT);
    }

    @AfterClass(alwaysRun = true)
    void stopServers() {
        reading.close();
        notReading.close();
    }

    @BeforeMethod
    void forget() {
        seen.clear();
        current.clear();
    }

    /** Writes a field 8888. */
    private interface Field {
        void write(TProtocol out) throws TException;
    }

    private static Field map(Map<String, String> headers) {
        return out -> {
            out.writeFieldBegin(new TField("SW_MAGIC_FIELD", TType.MAP, ArgumentHeaders.FIELD_ID));
            out.writeMapBegin(new TMap(TType.STRING, TType.STRING, headers.size()));
            for (Map.Entry<String, String> header : headers.entrySet()) {
                out.writeString(header.getKey());
                out.writeString(header.getValue());
            }
            out.writeMapEnd();
            out.writeFieldEnd();
        };
    }

    /** Returns arguments of echoString with further fields before and after its own. */
    private static TSerializable arguments(Field before, Field behind) {
        return new TSerializable() {
            @Override
            public void read(TProtocol in) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(TProtocol out) throws TException {
                out.writeStructBegin(new TStruct("echoString_args"));
                before.write(out);
                out.writeFieldBegin(new TField("value", TType.STRING, (short) 1));
                out.writeString("text");
                out.writeFieldEnd();
                behind.write(out);
                out.writeFieldStop();
                out.writeStructEnd();
            }
        };
    }

    private static final Field NOTHING = out -> {};

    private void call(ThriftServer server, ThriftProtocol protocol, TSerializable arguments) throws Exception {
        try (RawClient client = new RawClient(server)) {
            Requests requests = new Requests(protocol);
            client.sendFrames(requests.call("echoString", 1, arguments));
            client.readReply(protocol).assertEchoString(1, "text");
            client.sendFrames(requests.echoString(2, "next"));
            client.readReply(protocol).assertEchoString(2, "next");
        }
        assertEquals(current, seen);
    }

    @DataProvider
    static Object[][] binaryProtocols() {
        return new Object[][] {{ThriftProtocol.BINARY}, {ThriftProtocol.COMPACT}};
    }

    /** OpenTelemetry's agent writes the field after the arguments. */
    @Test(dataProvider = "binaryProtocols")
    public void behindTheArguments(ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = server(true, protocol)) {
            call(server, protocol, arguments(NOTHING, map(Map.of("traceparent", PARENT, "baggage", "a=1"))));
        }
        assertEquals(seen, List.of(Map.of("traceparent", List.of(PARENT), "baggage", List.of("a=1")), Map.of()));
        assertEquals(seen.get(0).get("TraceParent"), List.of(PARENT));
    }

    public void beforeTheArguments() throws Exception {
        call(reading, ThriftProtocol.COMPACT, arguments(map(Map.of("traceparent", PARENT)), NOTHING));
        assertEquals(seen, List.of(Map.of("traceparent", List.of(PARENT)), Map.of()));
    }

    /**
     * SkyWalking's agent writes the field at the end of the first struct, which may be an argument, with its own keys.
     */
    public void insideAStructOfSkyWalking() throws Exception {
        Map<String, String> keys =
                Map.of("sw8", "1-VFJBQ0U=-U0VHTUVOVA==-3-c2VydmljZQ==", "sw8-correlation", "", "sw8-x", "0");
        Field struct = out -> {
            out.writeFieldBegin(new TField("inner", TType.STRUCT, (short) 77));
            out.writeStructBegin(new TStruct("inner"));
            map(keys).write(out);
            out.writeFieldStop();
            out.writeStructEnd();
            out.writeFieldEnd();
        };
        call(reading, ThriftProtocol.COMPACT, arguments(struct, NOTHING));
        Map<String, List<String>> expected = new TreeMap<>();
        keys.forEach((name, value) -> expected.put(name, List.of(value)));
        assertEquals(seen, List.of(expected, Map.of()));
    }

    public void theFirstFieldCounts() throws Exception {
        call(
                reading,
                ThriftProtocol.COMPACT,
                arguments(map(Map.of("traceparent", PARENT)), map(Map.of("traceparent", "another"))));
        assertEquals(seen.get(0), Map.of("traceparent", List.of(PARENT)));
    }

    /** Tests that a server without telemetry skips the field. */
    public void notReadUnlessWanted() throws Exception {
        call(notReading, ThriftProtocol.COMPACT, arguments(NOTHING, map(Map.of("traceparent", PARENT))));
        assertEquals(seen, List.of(Map.of(), Map.of()));
    }

    public void theFrameWinsInTheDialectHeader() throws Exception {
        byte[] payload = new Requests(ThriftProtocol.COMPACT)
                .call("echoString", 1, arguments(NOTHING, map(Map.of("traceparent", "inner", "baggage", "a=1"))));
        try (RawClient client = new RawClient(reading)) {
            client.sendFrames(HeaderFrame.of(ThriftProtocol.COMPACT, 1, payload)
                    .header("traceparent", PARENT)
                    .bytes());
            client.readFrame();
        }
        assertEquals(seen, List.of(Map.of("traceparent", List.of(PARENT), "baggage", List.of("a=1"))));
    }

    /** An interceptor of calls with headers. */
    private final class OnlyWithHeaders implements ServerInterceptor {
        private final AtomicInteger begun = new AtomicInteger();
        private final List<ServerCallOutcome.Kind> ended = new CopyOnWriteArrayList<>();

        @Override
        public boolean readsArgumentHeaders() {
            return true;
        }

        @Override
        public boolean needsCallsWithoutHeaders() {
            return false;
        }

        @Override
        public ServerCallListener begin(CallContext call) throws TApplicationException {
            begun.incrementAndGet();
            if (call.header("reject").isPresent()) {
                throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "not this one");
            }
            return new ServerCallListener() {
                @Override
                public void handlerStarts() {
                    seen.add(call.headers());
                }

                @Override
                public void ended(ServerCallOutcome outcome) {
                    ended.add(outcome.kind());
                }
            };
        }
    }

    public void onlyCallsWithHeaders() throws Exception {
        OnlyWithHeaders interceptor = new OnlyWithHeaders();
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(new Everything.Processor<>(new EverythingHandler()))
                        .interceptor(interceptor)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            Requests requests = new Requests(ThriftProtocol.BINARY);
            Field parent = map(Map.of("traceparent", PARENT));
            client.sendFrames(requests.echoString(1, "none"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "none");
            assertEquals(interceptor.begun.get(), 0);
            client.sendFrames(
                    requests.call("echoString", 2, arguments(NOTHING, parent)), requests.echoString(3, "none"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(2, "text");
            client.readReply(ThriftProtocol.BINARY).assertEchoString(3, "none");
            assertEquals(interceptor.begun.get(), 1);
            assertEquals(seen, List.of(Map.of("traceparent", List.of(PARENT))));
            assertEquals(interceptor.ended, List.of(ServerCallOutcome.Kind.REPLIED));
        }
    }

    /** Tests an interceptor that begins only when it has seen the headers. */
    public void rejectedForItsArgumentHeaders() throws Exception {
        OnlyWithHeaders interceptor = new OnlyWithHeaders();
        List<ServerCallOutcome.Kind> outcomes = new CopyOnWriteArrayList<>();
        ServerInterceptor observer = new ServerInterceptor() {
            @Override
            public ServerCallListener begin(CallContext call) {
                return outcome -> outcomes.add(outcome.kind());
            }

            @Override
            public boolean needsCallsWithoutHeaders() {
                return false;
            }
        };
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(new Everything.Processor<>(new EverythingHandler()))
                        .interceptor(observer)
                        .interceptor(interceptor)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            Requests requests = new Requests(ThriftProtocol.BINARY);
            client.sendFrames(
                    requests.call("echoString", 1, arguments(NOTHING, map(Map.of("reject", "yes")))),
                    requests.echoString(2, "next"));
            TApplicationException rejection = client.readReply(ThriftProtocol.BINARY)
                    .assertFailure("echoString", 1, TApplicationException.INTERNAL_ERROR);
            assertEquals(rejection.getMessage(), "not this one");
            client.readReply(ThriftProtocol.BINARY).assertEchoString(2, "next");
            assertEquals(server.counters().rejectedCalls(), 1);
            assertEquals(server.counters().protocolErrors(), 0);
        }
        assertEquals(outcomes, List.of(ServerCallOutcome.Kind.REJECTED));
        assertEquals(interceptor.ended, List.of());
    }

    /** The handler may reply on another thread at once, so the listener must exist before. */
    public void asynchronousHandlersAlwaysBegin() throws Exception {
        OnlyWithHeaders interceptor = new OnlyWithHeaders();
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(new AsyncEverything(Runnable::run).processor())
                        .interceptor(interceptor)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            Requests requests = new Requests(ThriftProtocol.BINARY);
            client.sendFrames(requests.echoString(1, "none"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "none");
        }
        assertEquals(interceptor.begun.get(), 1);
        assertEquals(interceptor.ended, List.of(ServerCallOutcome.Kind.REPLIED));
    }

    private static Map<String, String> entries(int count, int chars) {
        Map<String, String> entries = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            entries.put("key-%03d".formatted(i), "x".repeat(chars));
        }
        return entries;
    }

    @DataProvider
    static Object[][] sizes() {
        int max = ArgumentHeaders.MAX_ENTRIES;
        int chars = ArgumentHeaders.MAX_CHARS - "key-000".length();
        return new Object[][] {{max, 1, true}, {max + 1, 1, false}, {1, chars, true}, {1, chars + 1, false}};
    }

    @Test(dataProvider = "sizes")
    public void bounds(int count, int chars, boolean read) throws Exception {
        call(reading, ThriftProtocol.COMPACT, arguments(NOTHING, map(entries(count, chars))));
        assertEquals(seen.get(0).size(), read ? count : 0);
    }

    @DataProvider
    static Object[][] otherFields() {
        Field numbers = out -> {
            out.writeFieldBegin(new TField("", TType.MAP, ArgumentHeaders.FIELD_ID));
            out.writeMapBegin(new TMap(TType.I32, TType.STRING, 1));
            out.writeI32(1);
            out.writeString("one");
            out.writeMapEnd();
            out.writeFieldEnd();
        };
        Field string = out -> {
            out.writeFieldBegin(new TField("", TType.STRING, ArgumentHeaders.FIELD_ID));
            out.writeString("text");
            out.writeFieldEnd();
        };
        return new Object[][] {{numbers}, {string}, {map(Map.of())}};
    }

    /** Tests that a user's own field with this number is left alone. */
    @Test(dataProvider = "otherFields")
    public void whatIsNoMapOfStrings(Field field) throws Exception {
        call(reading, ThriftProtocol.COMPACT, arguments(field, NOTHING));
        assertEquals(seen, List.of(Map.of(), Map.of()));
    }

    @DataProvider
    static Object[][] malformedSizes() {
        return new Object[][] {{1_000_000, 1}, {2, 1_000_000}, {2, -1}};
    }

    /**
     * Tests that a map that states more entries than it has makes only its own call fail, as it does without telemetry.
     */
    @Test(dataProvider = "malformedSizes")
    public void aMapThatLies(int entries, int chars) throws Exception {
        Requests requests = new Requests(ThriftProtocol.BINARY);
        byte[] call = requests.message("echoString", TMessageType.CALL, 1, arguments(NOTHING, out -> {
            out.writeFieldBegin(new TField("", TType.MAP, ArgumentHeaders.FIELD_ID));
            out.writeMapBegin(new TMap(TType.STRING, TType.STRING, entries));
            out.writeI32(chars);
        }));
        for (boolean read : new boolean[] {true, false}) {
            try (ThriftServer server = server(read, ThriftProtocol.BINARY);
                    RawClient client = new RawClient(server)) {
                client.sendFrames(call, requests.echoString(2, "next"));
                assertTrue(client.readReply(ThriftProtocol.BINARY).isException());
                client.readReply(ThriftProtocol.BINARY).assertEchoString(2, "next");
            }
        }
        assertTrue(seen.stream().allMatch(Map::isEmpty), seen.toString());
    }
}
