package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.option.OptionErrors;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The part of a preset that a user wants. An empty set cuts nothing.
 *
 * @param servers names of servers, of strategies, or labels of both
 * @param clients names of clients
 * @param protocols encodings
 * @param sizes bytes of each call
 * @param connections numbers of connections
 */
public record Cut(
        Set<String> servers,
        Set<String> clients,
        Set<WireProtocol> protocols,
        Set<Integer> sizes,
        Set<Integer> connections) {
    /** All of a preset. */
    public static final Cut NOTHING = new Cut(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    /** Copies the sets. */
    public Cut {
        servers = Set.copyOf(servers);
        clients = Set.copyOf(clients);
        protocols = Set.copyOf(protocols);
        sizes = Set.copyOf(sizes);
        connections = Set.copyOf(connections);
    }

    /** Whether a case is within it. */
    boolean leaves(Facts facts) {
        return Stream.of(CutOption.values()).allMatch(option -> leaves(option, facts));
    }

    private boolean leaves(CutOption option, Facts facts) {
        List<String> wanted = wanted(option);
        List<String> has = facts.of(option);
        return wanted.isEmpty() || has.isEmpty() || has.stream().anyMatch(wanted::contains);
    }

    /**
     * Checks that a preset has each value.
     *
     * @throws IllegalArgumentException if it does not; lists the values that it has
     */
    void requireValuesOf(Preset preset, List<Facts> all) {
        for (CutOption option : CutOption.values()) {
            List<String> known = all.stream()
                    .flatMap(facts -> facts.of(option).stream())
                    .distinct()
                    .toList();
            if (known.isEmpty() && !wanted(option).isEmpty()) {
                throw new IllegalArgumentException(
                        option + " is " + wanted(option).get(0) + ", must be left out with " + preset);
            }
            for (String value : wanted(option)) {
                OptionErrors.requireOneOf(option.toString(), value, known);
            }
        }
    }

    private List<String> wanted(CutOption option) {
        Set<?> values = switch (option) {
            case SERVERS -> servers;
            case CLIENTS -> clients;
            case PROTOCOLS -> protocols;
            case SIZES -> sizes;
            case CONNECTIONS -> connections;
        };
        return values.stream().map(String::valueOf).sorted().toList();
    }
}
