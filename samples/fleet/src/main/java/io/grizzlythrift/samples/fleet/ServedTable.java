package io.grizzlythrift.samples.fleet;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/** Table of the calls that each server handled, as counted by the client. */
final class ServedTable {
    private final Properties report;

    private ServedTable(Properties report) {
        this.report = report;
    }

    /** Reads the report of a {@link FleetClient}. */
    static ServedTable read(Path file) throws IOException {
        Properties report = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            report.load(in);
        }
        return new ServedTable(report);
    }

    long retries() {
        return number(FleetClient.RETRIES);
    }

    List<String> lines(List<ServerProcess> servers) {
        long all =
                servers.stream().mapToLong(server -> number(server.endpoint())).sum();
        List<String> lines = new ArrayList<>();
        lines.add("server                   calls   share   what became of it");
        for (ServerProcess server : servers) {
            long calls = number(server.endpoint());
            lines.add(String.format(
                    Locale.ROOT,
                    "%-18s %,11d  %5.1f %%   %s",
                    server.endpoint(),
                    calls,
                    100.0 * calls / Math.max(1, all),
                    server.fate()));
        }
        return lines;
    }

    private long number(String name) {
        return Long.parseLong(report.getProperty(name, "0"));
    }
}
