package io.grizzlythrift.bench.drift;

import io.grizzlythrift.bench.load.generated.GeneratedClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.io.IOException;

/** Stands for Drift's client in processes without Drift's classes, which check its options but cannot run it. */
final class DriftClientElsewhere extends GeneratedClient {
    DriftClientElsewhere(LoadPlan plan) {
        super(plan);
    }

    @Override
    public void start() throws IOException {
        throw new IOException("the client " + DriftJava.NAME + " runs only in the process that 'load' starts for it");
    }

    @Override
    public void close() {}
}
