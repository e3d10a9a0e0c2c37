package io.grizzlythrift.bench.drift;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import java.io.IOException;
import java.util.List;

/** Drift's server in a separate process, which ends with this one. */
final class DriftServerProcess implements BenchServer {
    private final ServerSettings settings;
    private final Children children = new Children();
    private ServerProcess process;

    DriftServerProcess(ServerSettings settings) {
        this.settings = settings;
    }

    @Override
    public int start() throws IOException {
        process = ServerProcess.start(
                children,
                DriftJava.command(),
                List.of(
                        "--server=" + DriftJava.NAME,
                        "--host=" + settings.host(),
                        "--port=" + settings.port(),
                        "--io-threads=" + settings.ioThreads(),
                        "--max-frame=" + settings.maxFrameBytes()));
        return process.port();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        children.close();
    }
}
