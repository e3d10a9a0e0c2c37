package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.service.WireProtocol;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The properties by which a user can filter a preset. A case that lacks a property passes its filter.
 *
 * @param servers all names by which a user can refer to the server
 */
record Facts(
        List<String> servers,
        Optional<String> client,
        Optional<WireProtocol> protocol,
        OptionalInt size,
        OptionalInt connections) {
    Facts {
        servers = List.copyOf(servers);
    }

    /** {@return the values of an option, as on the command line} */
    List<String> of(CutOption option) {
        return switch (option) {
            case SERVERS -> servers;
            case CLIENTS -> client.stream().toList();
            case PROTOCOLS -> protocol.map(WireProtocol::toString).stream().toList();
            case SIZES -> text(size);
            case CONNECTIONS -> text(connections);
        };
    }

    private static List<String> text(OptionalInt number) {
        return number.isPresent() ? List.of(Integer.toString(number.getAsInt())) : List.of();
    }
}
