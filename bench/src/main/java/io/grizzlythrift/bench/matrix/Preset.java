package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.option.NamedValueConverter;

/**
 * A predefined comparison. The warm-up of a measurement ends as soon as the compilers of client and server are quiet, and
 * at the latest after the time given here.
 */
public enum Preset {
    /** An overview within five minutes. */
    QUICK(
            "servers with 40 connections of one call and with 4 of 50 calls, and the clients; under five minutes",
            2,
            2,
            1),

    /** Many calls in flight on few connections. */
    PIPELINED("1 to 200 calls in flight on each of 4 connections", 3, 6, 5),

    /** All servers over the number of clients. */
    CONNECTIONS("1 to 10,000 connections with one call each", 3, 6, 5),

    /** Latency over the rate of calls. */
    RATES("latency of 10,000 to 80,000 calls per second, due at even intervals on 40 connections", 3, 6, 5),

    /** All servers with a handler that waits. */
    SLEEP("10 clients whose calls sleep 100 ms", 3, 2, 5),

    /** Shows whether long calls delay short ones. */
    MIXED(
            "short calls, and between them long ones on the same connections: latency of the short ones, in request"
                    + " order and as completed",
            3,
            3,
            5),

    /** The memory of an idle connection. */
    MEMORY("bytes of heap and process per idle connection at 10,000", 3, 0, 1),

    /** All servers with a real service. */
    YCSB("MapKeeper driven by YCSB, with a stub store and with the real one", 2, 0, 1),

    /** The echo of kitex-benchmark. */
    KITEX(
            "echo of 1 KiB and 5 KiB, 100 and 1,000 calls at a time: over one connection, over two, over one each",
            5,
            6,
            5),

    /** The alternatives that users consider. The warm-up is long because gRPC needs it until it is compiled. */
    GRPC(
            "gRPC, Drift, Netty and this library, each with its own client: the echo of kitex over two connections",
            5,
            15,
            5),

    /** The service of rpc-benchmark. */
    USERS(
            "a service of users: asks whether there is one, creates one, gets one, lists 15; 32 calls at a time",
            5,
            6,
            5),

    /** The cost of one slow server among several. */
    FLEET("five servers, one of them ten times slower, and all of them with one slow call in a hundred", 3, 3, 10),

    /** The tables of {@link io.grizzlythrift.bench.published.PublishedComparison} of 2011. */
    THRIFT_2011(
            "repeats the tables of Grizzly's first Thrift filters: 3 MiB, 3 KiB and 300 bytes, both protocols, 20 to 1,000"
                    + " connections, with the clients tsocket, netty and grizzly-sync",
            3,
            6,
            5),

    /**
     * The charts of "Thrift Java Servers Compared". Windows are as long as TNonblockingServer takes for one call of each of
     * 100 clients that sleep, because it sends their replies together.
     */
    MAPKEEPER_2012(
            "repeats the charts of Thrift Java Servers Compared: calls that sleep, empty handlers with 1 to 10,000"
                    + " clients, and YCSB on a stub server",
            3,
            6,
            10),

    /** The claims of fbthrift's description. */
    FBTHRIFT_2014(
            "repeats the comparison of fbthrift's server with an older one: no-ops, one or 100 at a time and between"
                    + " calls that burn, the hand-over, reads, writes and copies",
            3,
            6,
            5);

    private final String description;
    private final int rounds;
    private final int warmupSeconds;
    private final int seconds;

    Preset(String description, int rounds, int warmupSeconds, int seconds) {
        this.description = description;
        this.rounds = rounds;
        this.warmupSeconds = warmupSeconds;
        this.seconds = seconds;
    }

    /** {@return the name on the command line} */
    @Override
    public String toString() {
        return NamedValueConverter.spelled(this);
    }

    /**
     * Describes the comparison.
     *
     * @return one line
     */
    public String description() {
        return description;
    }

    /**
     * Returns the default number of rounds and durations.
     *
     * @return the default timing
     */
    public Timing timing() {
        return Timing.of(rounds, warmupSeconds, seconds);
    }
}
