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

/** One side of a comparison: a server that runs, the client that calls it, and what came of that so far. */
public final class Contender {
    private final String name;
    private final ServerProcess server;
    private final LoadProcess client;
    private final List<String> warmUp;
    private final List<String> measurement;
    private final List<LoadResult> results = new ArrayList<>();

    /**
     * Joins the two.
     *
     * @param name what the comparison calls it
     * @param server may be that of other contenders, too: they are measured one at a time
     * @param client measures the server
     * @param warmUp options of {@code load} beside the server's, to warm the server up
     * @param measurement the same to measure it
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
     * Loads the server and forgets the result.
     *
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void warmUp() throws IOException, InterruptedException {
        client.run(server, warmUp);
    }

    /**
     * Measures once.
     *
     * @param preset what the comparison is called
     * @param group what is the same for all contenders
     * @param round which round it is, from 1
     * @return the result, valid or not, with what led to it
     * @throws IOException if the client failed without a result
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public LoadMeasurement measure(String preset, String group, int round) throws IOException, InterruptedException {
        LoadResult result = client.run(server, measurement);
        results.add(result);
        Setup setup = new Setup(server.options(), server.flags(), client.flags());
        return new LoadMeasurement(new Occasion(preset, group, name, round), setup, result);
    }

    /**
     * What the comparison calls it.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * What was measured.
     *
     * @return a view, by round
     */
    public List<LoadResult> results() {
        return Collections.unmodifiableList(results);
    }
}
