package io.grizzlythrift.bench.published;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.service.WireProtocol;
import java.util.Locale;

/**
 * A cell of a published table: a server, called by a client.
 *
 * @param size length of the text in each call
 * @param protocol the encoding
 * @param connections number of connections
 * @param server the server in its place today, by the name that presets use
 * @param client the client in its place today
 * @param requests the published figure
 */
public record Cell(int size, WireProtocol protocol, int connections, String server, String client, double requests) {
    private static final int KIBIBYTE = 1 << 10;
    private static final int MEBIBYTE = 1 << 20;

    /** Rejects a missing value. */
    public Cell {
        requireNonNull(protocol, "protocol");
        requireNonNull(server, "server");
        requireNonNull(client, "client");
    }

    /** {@return the conditions that the cells of a table share} */
    public String group() {
        String bytes = size % MEBIBYTE == 0
                ? size / MEBIBYTE + " MiB"
                : size % KIBIBYTE == 0 ? size / KIBIBYTE + " KiB" : size + " B";
        return String.format(Locale.ROOT, "echo %s, %,d connections", bytes, connections);
    }

    /** {@return the name in tables} */
    public String contender() {
        return server + ", " + client + ", " + protocol;
    }

    Place place() {
        return new Place(group(), contender());
    }

    Cell withServer(String other) {
        return new Cell(size, protocol, connections, other, client, requests);
    }

    Cell withClient(String other) {
        return new Cell(size, protocol, connections, server, other, requests);
    }

    Cell withProtocol(WireProtocol other) {
        return new Cell(size, other, connections, server, client, requests);
    }
}
