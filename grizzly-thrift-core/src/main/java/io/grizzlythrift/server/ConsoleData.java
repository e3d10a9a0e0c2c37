package io.grizzlythrift.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.json.CatalogJson;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.inspect.json.LiveJson;
import io.grizzlythrift.inspect.json.SnapshotJson;
import io.grizzlythrift.internal.console.SharedData;
import io.grizzlythrift.internal.inspect.ProcessClients;
import io.grizzlythrift.internal.json.ReflectionService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The data that the console of a server asks for, as JSON. The only class of the package that needs Jackson. */
final class ConsoleData {
    /** A browser asks every other second. */
    private static final Duration SHARED = Duration.ofSeconds(1);

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);
    private static final int STACK_FRAMES = 64;
    private static final int MAX_CLIENTS = 100;

    /** Of all clients together: what one poll costs. */
    private static final int MAX_SERVERS = 500;

    private ConsoleData() {}

    /**
     * Returns what makes the data.
     *
     * @param inspect takes snapshots of the server
     * @return by the path below that of the data; for one thread
     */
    static Map<String, Supplier<byte[]>> of(
            ThriftServerConfig config, ConsoleConfig console, Function<InspectOptions, ServerSnapshot> inspect) {
        byte[] info = info(config, console);
        LiveJson live = new LiveJson(
                () -> inspect.apply(InspectOptions.create()), () -> ProcessClients.snapshots(MAX_CLIENTS, MAX_SERVERS));
        InspectOptions stacks = InspectOptions.create()
                .maxConnections(0)
                .maxMethods(0)
                .maxSlowCalls(0)
                .stackFrames(STACK_FRAMES);
        return Map.of(
                "info",
                () -> info,
                "catalog",
                new SharedData(
                        () -> CatalogJson.write(config.service().catalog().get()), FOREVER, System::nanoTime),
                "live",
                shared(live),
                "stacks",
                shared(() -> SnapshotJson.of(inspect.apply(stacks), Optional.empty(), List.of())));
    }

    private static Supplier<byte[]> shared(Supplier<byte[]> source) {
        return new SharedData(source, SHARED, System::nanoTime);
    }

    private static byte[] info(ThriftServerConfig config, ConsoleConfig console) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("name", config.name());
            json.writeBooleanField("calls", console.calls());
            json.writeBooleanField("jsonCalls", config.service().jsonCalls());
            json.writeBooleanField("reflection", config.service().named().containsKey(ReflectionService.NAME));
            json.writeEndObject();
        } catch (IOException e) { // not from an array
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
