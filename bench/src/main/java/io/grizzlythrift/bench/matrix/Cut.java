package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.option.OptionErrors;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The filters that restrict a preset to a part of it. An empty set does not filter.
 *
 * @param servers names of servers or strategies, or labels of both
 * @param clients names of clients
 * @param protocols encodings
 * @param sizes sizes of calls, in bytes
 * @param connections numbers of connections
 */
public record Cut(
        Set<String> servers,
        Set<String> clients,
        Set<WireProtocol> protocols,
        Set<Integer> sizes,
        Set<Integer> connections) {
    /** Filters that keep all of a preset. */
    public static final Cut NOTHING = new Cut(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    /** Copies the sets. */
    public Cut {
        servers = Set.copyOf(servers);
        clients = Set.copyOf(clients);
        protocols = Set.copyOf(protocols);
        sizes = Set.copyOf(sizes);
        connections = Set.copyOf(connections);
    }

    /** {@return true if a case passes all filters} */
    boolean leaves(Facts facts) {
        return Stream.of(CutOption.values()).allMatch(option -> leaves(option, facts));
    }

    private boolean leaves(CutOption option, Facts facts) {
        List<String> wanted = wanted(option);
        List<String> has = facts.of(option);
        return wanted.isEmpty() || has.isEmpty() || has.stream().anyMatch(wanted::contains);
    }

    /**
     * Checks that a preset has each value of the filters.
     *
     * @throws IllegalArgumentException if it does not; the message lists the values that it has
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
