package io.grizzlythrift.samples.mapkeeper.ycsb;

import java.util.Locale;

/** The command line of {@link MapKeeperBenchmark}. */
final class BenchmarkOptions {
    static final String USAGE =
            String.format(Locale.ROOT, """
            Serves MapKeeper on each strategy in turn, and lets YCSB load records and run its workload a on them.

            usage: java -jar mapkeeper.jar [--records N] [--operations N] [--threads N] [--help]
              --records N      records to load, 1 to %,d (default 5,000)
              --operations N   reads and updates to run, 1 to %,d (default 100,000)
              --threads N      client threads, 1 to %d, at most one per record and operation (default 8)
              --help           this text

            Exit code: 0 if every operation succeeded, 1 if not, 2 for a wrong argument.""", YcsbJob.MAX_RECORDS, YcsbJob.MAX_OPERATIONS, YcsbJob.MAX_THREADS);

    private BenchmarkOptions() {}

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if one is unknown, incomplete, not a number or out of its bounds
     */
    static YcsbJob parse(String... args) {
        int records = 5_000;
        int operations = 100_000;
        int threads = 8;
        for (int i = 0; i < args.length; i += 2) {
            switch (args[i]) {
                case "--records" -> records = number(args, i);
                case "--operations" -> operations = number(args, i);
                case "--threads" -> threads = number(args, i);
                default -> throw new IllegalArgumentException("unknown argument " + args[i]);
            }
        }
        return new YcsbJob(YcsbWorkload.A, records, operations, threads);
    }

    private static int number(String[] args, int name) {
        if (name + 1 == args.length) {
            throw new IllegalArgumentException(args[name] + " needs a number");
        }
        try {
            return Integer.parseInt(args[name + 1]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(args[name] + " is " + args[name + 1] + ", must be a number", e);
        }
    }
}
