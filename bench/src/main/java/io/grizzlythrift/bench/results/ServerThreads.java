package io.grizzlythrift.bench.results;

import io.grizzlythrift.bench.server.ServerOption;
import io.grizzlythrift.bench.server.Servers;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes the number of threads of a server, from its options. */
public final class ServerThreads {
    private static final Pattern SERVER = Pattern.compile("--server[= ](\\S+)");
    private static final Pattern STRATEGY = Pattern.compile("--strategy[= ](\\S+)");
    private static final Pattern GROUND = Pattern.compile("--ground[= ](\\S+)");
    private static final Pattern IO = Pattern.compile("--io-threads[= ](\\d+)");
    private static final Pattern WORKERS = Pattern.compile("--worker-threads[= ](\\d+)");

    private ServerThreads() {}

    /**
     * Describes the threads of a run's server, such as {@code 2 I/O + 4 workers}.
     *
     * @param setup the processes of the run
     * @return the numbers in words; those of a fleet once if all of its servers have the same
     */
    public static String of(Setup setup) {
        String all = String.join(" ", setup.server());
        long servers = SERVER.matcher(all).results().count();
        return servers > 1
                ? setup.server().stream().map(ServerThreads::of).distinct().collect(Collectors.joining(" and "))
                : of(all);
    }

    private static String of(String options) {
        String server = value(SERVER, options, "");
        if (server.isEmpty()) {
            return ofLowerBound(options);
        }
        String strategy = value(STRATEGY, options, "worker-thread");
        if (server.equals("thread-pool")) {
            return "1 per connection";
        }
        // Older results name options that their server had no use for.
        Set<ServerOption> used = Servers.names().contains(server) ? Servers.options(server, strategy) : Set.of();
        String io = used.contains(ServerOption.IO_THREADS) ? value(IO, options, "2") : "1";
        String workers = used.contains(ServerOption.WORKER_THREADS) ? value(WORKERS, options, "4") : "0";
        if (strategy.equals("virtual-thread")) {
            return io + " I/O + 1 virtual per call";
        }
        return io + " I/O" + (workers.equals("0") ? "" : " + " + workers + " workers");
    }

    /** Describes the threads of the command {@code floor}. */
    private static String ofLowerBound(String options) {
        String threads = value(IO, options, "2");
        boolean workers = value(GROUND, options, "").equals("nio-workers");
        return threads + " I/O" + (workers ? " + " + threads + " workers" : "");
    }

    private static String value(Pattern option, String options, String otherwise) {
        List<String> given =
                option.matcher(options).results().map(match -> match.group(1)).toList();
        return given.isEmpty() ? otherwise : given.get(given.size() - 1);
    }
}
