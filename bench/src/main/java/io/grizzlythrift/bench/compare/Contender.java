package io.grizzlythrift.bench.compare;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.process.LoadProcess;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One side of a comparison: a running server, the client that calls it, and the results so far. */
public final class Contender {
    private final String name;
    private final ServerProcess server;
    private final LoadProcess client;
    private final List<String> warmUp;
    private final List<String> measurement;
    private final List<LoadResult> results = new ArrayList<>();

    /**
     * Combines a server and a client.
     *
     * @param name name in the comparison
     * @param server the server; other contenders may use it, too, because contenders are measured one at a time
     * @param client measures the server
     * @param warmUp options of {@code load} for the warm-up, without those that locate the server
     * @param measurement options of {@code load} for a measurement, likewise
     */
    public Contender(
            String name, ServerProcess server, LoadProcess client, List<String> warmUp, List<String> measurement) {
        this.name = requireNonNull(name, "name");
        this.server = requireNonNull(server, "server");
        this.client = requireNonNull(client, "client");
        this.warmUp = List.copyOf(warmUp);
        this.measurement = List.copyOf(measurement);
    }

    /**
     * Puts load on the server and discards the result.
     *
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted
     */
    public void warmUp() throws IOException, InterruptedException {
        client.run(server, warmUp);
    }

    /**
     * Measures once.
     *
     * @param preset name of the comparison
     * @param group conditions that all contenders share
     * @param round number of the round, from 1
     * @return the result, valid or not, with its setup
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted
     */
    public LoadMeasurement measure(String preset, String group, int round) throws IOException, InterruptedException {
        LoadResult result = client.run(server, measurement);
        results.add(result);
        Setup setup = new Setup(server.options(), server.flags(), client.flags());
        return new LoadMeasurement(new Occasion(preset, group, name, round), setup, result);
    }

    /**
     * Returns the name in the comparison.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the results so far.
     *
     * @return an unmodifiable view, in the order of the rounds
     */
    public List<LoadResult> results() {
        return Collections.unmodifiableList(results);
    }
}
