package io.grizzlythrift.inspect.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.inspect.ServerSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes snapshots as JSON in UTF-8. The members have the names of the parts of the records, with these differences:
 *
 * <ul>
 *   <li>times are numbers of milliseconds, except {@code taken} and {@code ended}, which are ISO 8601 in UTC
 *   <li>what is empty is null; counts and bytes are integers
 *   <li>a listing has {@code items} and {@code total}; a method has {@code name} ({@code service:method}, or the method alone),
 *       {@code calls}, {@code failed} (those without a reply of the handler, except rejected ones), {@code rejected}, and {@code
 *       outcomes}; times in queue and in the handler are {@code p50} and {@code p99} of the calls since {@code before}, or null if
 *       there were none
 *   <li>{@code all} has these numbers for all listed methods together
 *   <li>{@code window} is the time since {@code before}, null without it; {@code callsPerSecond} is that of it, null for a method
 *       that {@code before} may have left out, which {@code all} then does not count
 *   <li>{@code clients} are the clients of the same process
 * </ul>
 *
 * <p>All names that come from peers are escaped; nothing in the text is markup by itself, but it may contain markup, as data.
 */
public final class SnapshotJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private SnapshotJson() {}

    /**
     * Returns a snapshot of a server as JSON.
     *
     * @param now the snapshot
     * @param before an earlier one of the same server, from whose difference rates and percentiles are made; empty for none
     * @param clients snapshots of clients
     * @return an object in UTF-8
     */
    public static byte[] of(ServerSnapshot now, Optional<ServerSnapshot> before, List<ClientSnapshot> clients) {
        Objects.requireNonNull(now, "now");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(clients, "clients");
        return write(json -> new ServerJson(json, now, before).write(clients));
    }

    /**
     * Returns a snapshot of a client as JSON.
     *
     * @param client the snapshot
     * @return an object in UTF-8
     */
    public static byte[] of(ClientSnapshot client) {
        Objects.requireNonNull(client, "client");
        return write(json -> ClientJson.write(json, client));
    }

    /** Writes an object. */
    @FunctionalInterface
    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    private static byte[] write(Body body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            body.write(json);
        } catch (IOException e) { // not from an array
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
