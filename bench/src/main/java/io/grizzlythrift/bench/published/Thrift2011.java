package io.grizzlythrift.bench.published;

import static io.grizzlythrift.bench.published.Expectation.LESS;
import static io.grizzlythrift.bench.published.Expectation.LEVEL;
import static io.grizzlythrift.bench.published.Expectation.MORE;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.service.WireProtocol;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The conclusions of the comparison of 2011. */
final class Thrift2011 {
    private static final int SMALL = 300;
    private static final int MEDIUM = 3 * 1024;
    private static final int LARGE = 3 * 1024 * 1024;
    private static final int MANY_CONNECTIONS = 100;

    private static final String SAME = "grizzly same-thread";
    private static final String WORKER = "grizzly worker-thread";
    private static final String LEADER = "grizzly leader-follower";
    private static final String NETTY = "netty";
    private static final String SOCKET = "tsocket";
    private static final String GRIZZLY = "grizzly-sync";

    private static final Figure<Measurement> CALLS = LoadMeasurement.figure(LoadFigures.CALLS);
    private static final Figure<Measurement> CPU = LoadMeasurement.figure(LoadFigures.SERVER_CPU);

    private final List<Cell> cells;

    Thrift2011(List<Cell> cells) {
        this.cells = cells;
    }

    List<Conclusion> conclusions() {
        Predicate<Cell> byConnections =
                cell -> cell.size() == SMALL && cell.client().equals(GRIZZLY);
        Predicate<Cell> few = byConnections.and(cell -> cell.connections() < MANY_CONNECTIONS);
        Predicate<Cell> many = byConnections.and(cell -> cell.connections() >= MANY_CONNECTIONS);
        return List.of(
                new Conclusion(
                        "Below 100 connections, the same I/O thread is the best strategy",
                        List.of(
                                servers(
                                        few,
                                        SAME,
                                        "same-thread completes",
                                        MORE,
                                        CALLS,
                                        LEADER,
                                        "the calls/s of leader-follower"),
                                servers(few, SAME, "it completes", MORE, CALLS, WORKER, "those of worker-thread"))),
                new Conclusion(
                        "With 100 connections and more, leader/follower is the best strategy",
                        List.of(
                                servers(
                                        many,
                                        LEADER,
                                        "leader-follower completes",
                                        MORE,
                                        CALLS,
                                        SAME,
                                        "the calls/s of same-thread"),
                                servers(many, LEADER, "it completes", MORE, CALLS, WORKER, "those of worker-thread"))),
                new Conclusion(
                        "Netty and the same I/O thread take as much CPU time as each other, leader/follower takes more, and worker threads most",
                        List.of(
                                servers(
                                        byConnections,
                                        SAME,
                                        "same-thread takes",
                                        LEVEL,
                                        CPU,
                                        NETTY,
                                        "the CPU time per call of Netty"),
                                servers(byConnections, SAME, "it takes", LESS, CPU, LEADER, "that of leader-follower"),
                                servers(
                                        byConnections,
                                        LEADER,
                                        "leader-follower takes",
                                        LESS,
                                        CPU,
                                        WORKER,
                                        "that of worker-thread"))),
                new Conclusion(
                        "`TSocket` is the best client for small messages",
                        List.of(clients(
                                SMALL,
                                SOCKET,
                                "with 300 B, it completes",
                                GRIZZLY,
                                "the calls/s of the Grizzly client"))),
                new Conclusion(
                        "The Grizzly client is the best for messages of 3 KB",
                        List.of(clients(MEDIUM, GRIZZLY, "it completes", SOCKET, "the calls/s of `TSocket`"))),
                new Conclusion("The compact protocol beats the binary one at 3 KB", List.of(protocols(MEDIUM, MORE))),
                new Conclusion("At 3 MB, the protocol makes no difference", List.of(protocols(LARGE, LEVEL))));
    }

    private Claim servers(
            Predicate<Cell> where,
            String server,
            String subject,
            Expectation expectation,
            Figure<Measurement> figure,
            String other,
            String object) {
        return new RatioClaim(
                subject,
                object,
                expectation,
                figure,
                pairs(where.and(cell -> cell.server().equals(server)), cell -> cell.withServer(other)));
    }

    /** On every server that serves several connections at a time. */
    private Claim clients(int size, String client, String subject, String other, String object) {
        return new RatioClaim(
                subject,
                object,
                MORE,
                CALLS,
                pairs(
                        cell -> cell.size() == size
                                && cell.client().equals(client)
                                && !cell.server().equals("simple"),
                        cell -> cell.withClient(other)));
    }

    private Claim protocols(int size, Expectation expectation) {
        return new RatioClaim(
                "compact completes",
                "the calls/s of binary",
                expectation,
                CALLS,
                pairs(
                        cell -> cell.size() == size && cell.protocol() == WireProtocol.COMPACT,
                        cell -> cell.withProtocol(WireProtocol.BINARY)));
    }

    /** Returns each cell with its counterpart, where the tables have both. */
    private List<Pair> pairs(Predicate<Cell> wanted, UnaryOperator<Cell> counterpart) {
        List<Place> known = cells.stream().map(Cell::place).toList();
        return cells.stream()
                .filter(wanted)
                .map(cell -> new Pair(cell.place(), counterpart.apply(cell).place()))
                .filter(pair -> known.contains(pair.other()))
                .toList();
    }
}
