package io.grizzlythrift.inspect.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.EndpointSnapshot;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.Listing;
import io.grizzlythrift.inspect.MethodSnapshot;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.testng.annotations.Test;

/** Tests the JSON of snapshots. */
@Test(timeOut = 60_000)
public final class SnapshotJsonTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final String MARKUP = "<img src=x onerror=alert(1)>\"',\n\u2028</script>";

    private final HeldProcessor processor = new HeldProcessor();

    private static JsonNode parse(byte[] json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    private static ClientSnapshot client(String failure) {
        return new ClientSnapshot(
                Instant.EPOCH,
                Duration.ofSeconds(2),
                "orders",
                "OPEN",
                "fixed",
                5,
                1,
                3,
                Map.of("TIMED_OUT", 1L),
                2,
                0,
                4,
                OptionalDouble.of(1.5),
                100,
                new Listing<>(
                        List.of(new EndpointSnapshot(
                                "host:1", "EJECTED", 1, 2, 3, Duration.ofMillis(4), 5, 6, 7, failure)),
                        1));
    }

    /** Every part of the record is a member, with its name. */
    @Test
    public void hasEveryPart() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD.builder(processor).build();
                RawClient connected = new RawClient(server.start())) {
            connected.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            processor.awaitStart(1);
            ServerSnapshot snapshot = server.inspect(InspectOptions.create().stackFrames(3));
            JsonNode json = parse(SnapshotJson.of(snapshot, Optional.empty(), List.of(client(""))));
            assertHasParts(json, snapshot);
            assertHasParts(json.path("counts"), snapshot.counts());
            assertHasParts(json.path("memory"), snapshot.memory());
            assertHasParts(json.at("/calls/items/0"), snapshot.calls().items().get(0));
            assertHasParts(
                    json.at("/connections/items/0"),
                    snapshot.connections().items().get(0));
            assertHasParts(json.at("/limits/0"), snapshot.limits().get(0));
            assertHasParts(json.at("/queues/0"), snapshot.queues().get(0));
            assertHasParts(json.at("/threads/0"), snapshot.threads().get(0));
            assertHasParts(json.at("/clients/0"), client(""));
            assertHasParts(
                    json.at("/clients/0/endpoints/items/0"),
                    client("").endpoints().items().get(0));
            assertEquals(json.path("state").asText(), "RUNNING");
            assertEquals(json.at("/calls/items/0/method").asText(), "hold");
            assertEquals(json.at("/calls/items/0/state").asText(), "RUNNING");
            assertEquals(json.at("/calls/items/0/stack").size(), 3);
            assertTrue(json.at("/calls/items/0/age").isNumber());
            assertTrue(json.at("/calls/items/0/identity").isNull());
            assertEquals(json.path("limits").size(), LimitType.values().length);
            assertEquals(json.at("/memory/parts").size(), MemoryPart.values().length);
            assertTrue(json.path("window").isNull());
            assertEquals(json.at("/clients/0/endpoints/items/0/latency").asDouble(), 4.0);
            processor.release(1);
            connected.readReply(PROTOCOL);
        }
    }

    private static void assertHasParts(JsonNode json, Record of) {
        for (RecordComponent part : of.getClass().getRecordComponents()) {
            assertTrue(json.has(part.getName()), part.getName() + " is missing in " + json);
        }
    }

    /** Names of a peer, and text of a server, stay data. */
    @Test
    public void escapesNames() throws Exception {
        try (ThriftServer server = Strategies.SAME_THREAD.builder(processor).build();
                RawClient connected = new RawClient(server.start())) {
            connected.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 2), HeldProcessor.call(PROTOCOL, MARKUP, 3));
            processor.awaitStart(2);
            byte[] bytes = SnapshotJson.of(server.inspect(), Optional.empty(), List.of(client(MARKUP)));
            JsonNode json = parse(bytes);
            assertEquals(json.at("/calls/total").asInt(), 2);
            assertEquals(json.at("/calls/items/1/method").asText(), MARKUP);
            assertEquals(json.at("/clients/0/endpoints/items/0/lastFailure").asText(), MARKUP);
            String text = new String(bytes, StandardCharsets.UTF_8);
            assertFalse(text.contains("\n"), "a line break is escaped");
            processor.release(2);
            connected.readReply(PROTOCOL);
        }
    }

    /** Rates and percentiles are those between two snapshots. */
    @Test
    public void comparesWithAnEarlierSnapshot() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD.builder(processor).build();
                RawClient connected = new RawClient(server.start())) {
            call(connected, 10);
            ServerSnapshot before = server.inspect();
            for (int i = 0; i < 20; i++) {
                call(connected, 11 + i);
            }
            ServerSnapshot now = server.inspect();
            JsonNode json = parse(SnapshotJson.of(now, Optional.of(before), List.of()));
            double millis = json.path("window").asDouble();
            assertTrue(millis > 0);
            JsonNode method = json.at("/methods/items/0");
            assertEquals(method.path("name").asText(), "fast");
            assertEquals(method.path("calls").asInt(), 21);
            assertEquals(method.path("failed").asInt(), 0);
            assertEquals(method.path("callsPerSecond").asDouble() * millis / 1_000, 20, 0.01);
            assertTrue(method.at("/queued/p50").asDouble() > 0);
            assertTrue(method.at("/queued/p99").asDouble()
                    >= method.at("/queued/p50").asDouble());
            assertEquals(json.at("/all/calls").asInt(), 21);
            assertEquals(json.at("/all/queued/p50"), method.at("/queued/p50"));
        }
    }

    /** A method that an incomplete list left out before has no rate: its calls may be old. */
    @Test
    public void comparesOnlyWhatWasListed() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD.builder(processor).build();
                RawClient connected = new RawClient(server.start())) {
            ServerSnapshot real = server.inspect();
            call(connected, 10);
            ServerSnapshot now = at(
                    server.inspect(),
                    real.uptime().toMillis() + 1_000,
                    server.inspect().methods());
            ServerSnapshot all = at(real, real.uptime().toMillis(), Listing.empty());
            ServerSnapshot some = at(real, real.uptime().toMillis(), new Listing<>(List.of(), 3));
            JsonNode known = parse(SnapshotJson.of(now, Optional.of(all), List.of()));
            assertEquals(known.at("/all/callsPerSecond").asDouble(), 1, 0.01);
            assertEquals(known.at("/methods/items/0/callsPerSecond").asDouble(), 1, 0.01);
            JsonNode unknown = parse(SnapshotJson.of(now, Optional.of(some), List.of()));
            assertEquals(unknown.at("/all/callsPerSecond").asDouble(), 0.0);
            assertTrue(unknown.at("/methods/items/0/callsPerSecond").isNull(), unknown.toString());
        }
    }

    private static void call(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", sequenceId));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), sequenceId);
    }

    /** Compared with the last snapshot that is at least a second older; not across a pause. */
    @Test
    public void comparesWithASecondAgo() throws Exception {
        try (ThriftServer server = Strategies.WORKER_THREAD.builder(processor).build()) {
            ServerSnapshot real = server.inspect();
            long[] millis = {0};
            LiveJson live = new LiveJson(() -> at(real, millis[0]), List::of);
            assertNull(window(live, millis, 0));
            assertNull(window(live, millis, 900));
            assertEquals(window(live, millis, 1_000), 1_000.0);
            assertEquals(window(live, millis, 1_400), 1_400.0);
            assertEquals(window(live, millis, 2_000), 1_000.0);
            assertNull(window(live, millis, 90_000));
            assertEquals(window(live, millis, 91_000), 1_000.0);
        }
    }

    private static Double window(LiveJson live, long[] millis, long now) throws IOException {
        millis[0] = now;
        JsonNode window = parse(live.get()).path("window");
        return window.isNull() ? null : window.asDouble();
    }

    private static ServerSnapshot at(ServerSnapshot of, long millis) {
        return at(of, millis, of.methods());
    }

    private static ServerSnapshot at(ServerSnapshot of, long millis, Listing<MethodSnapshot> methods) {
        return new ServerSnapshot(
                of.taken(),
                Duration.ofMillis(millis),
                of.name(),
                of.state(),
                of.drain(),
                of.addresses(),
                of.strategy(),
                of.counts(),
                methods,
                of.calls(),
                of.connections(),
                of.slowThreshold(),
                of.slowCalls(),
                of.limits(),
                of.memory(),
                of.queues(),
                of.threads());
    }
}
