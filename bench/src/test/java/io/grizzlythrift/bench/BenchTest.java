package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.time.Duration;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The command line. */
public final class BenchTest {
    /** Options that are rejected, with a part of the error. */
    @DataProvider
    public Object[][] badOptions() {
        return new Object[][] {
            {"serve", "--server is missing, must be one of: simple"},
            {"serve --server nobody", "--server is nobody, must be one of: simple, thread-pool"},
            {"serve --server grizzly --strategy nothing", "--strategy is nothing, must be one of: same-thread"},
            {"serve --server netty --io-threads 0", "io-threads is 0, must be 1 to 256"},
            {"serve --server netty --port 70000", "port is 70000, must be 0 to 65535"},
            {
                "serve --server grizzly --reply-order sorted",
                "--reply-order is sorted, must be one of: request, completed"
            },
            {"serve --server grizzly --interceptors -1", "interceptors is -1, must be 0 to 100"},
            {"serve --server hsha --worker-threads 0", "worker-threads of hsha is 0, must be 1 to 10000"},
            {"serve --server grizzly --delay-every 5", "--delay-every is 5, must be left out without --delay"},
            {"floor", "--ground is missing, must be one of: nio, nio-processor, nio-workers, epoll, uring, grizzly"},
            {"floor --ground nio --io-threads 257", "io-threads is 257, must be 1 to 256"},
            {"floor --ground nio --size 32769", "size is 32769, must be 0 to 32768"},
            {"load", "--port"},
            {"load --port 1 --client nobody", "--client is nobody, must be one of: raw, tsocket"},
            {"load --port 1 --method note", "--method"},
            {"load --port 1 --duration 10", "--duration is 10, must be a time such as"},
            {"load --port 1 --duration 0s", "--duration is 0s, must be more than 0s"},
            {"load --port 1 --connections 0", "connections is 0, must be 1 to"},
            {"load --port 1 --server-pid 0", "--server-pid is 0, must be a process"},
            {"load --port 1 --threads 0", "threads is 0, must be 1 to 10000"},
            {"load --port 1 --threads 10001", "threads is 10001, must be 1 to 10000"},
            {"load --port 1 --io-threads 0", "io-threads is 0, must be 1 to 256"},
            {"load --port 1 --io-threads 257", "io-threads is 257, must be 1 to 256"},
            {"load --port 1 --client raw --connections 4 --threads 5", "threads of raw is 5, must be 1 to 4"},
            {"load --port 1 --client tsocket --connections 4 --threads 3", "threads of tsocket is 3, must be 4"},
            {"load --port 1 --client tsocket --in-flight 2", "in-flight of tsocket is 2, must be 1"},
            {"load --port 1 --client tsocket-selector --in-flight 2", "in-flight of tsocket-selector is 2, must be 1"},
            {"load --port 1 --client tasync --in-flight 2", "in-flight of tasync is 2, must be 1"},
            {
                "load --port 1 --client grizzly-sync --threads 3 --connections 4",
                "threads of grizzly-sync is 3, must be 4 to 10000"
            },
            {"load --port 1 --client grizzly-sync --in-flight 2", "in-flight of grizzly-sync is 2, must be 1"},
            {
                "load --port 1 --client grizzly-async --connections 1025",
                "--connections of the grizzly clients is 1025, must be 1 to 1024"
            },
            {
                "load --port 1 --client grizzly-future --in-flight 65537",
                "--in-flight of the grizzly clients is 65537, must be 1 to 65536"
            },
            {"report", "DIR"},
            {"report --charts no", "--charts"},
            {"report no-such-directory", "no directory no-such-directory"},
            {"compare --a x", "--b"},
            {"compare --a x --b y --rounds 0", "rounds is 0, must be 1 to 10000"},
            {"compare --a x --b y --in-flight 0", "in-flight is 0, must be 1 to 1000000"},
            {"compare --a x --b y --client nobody", "client is nobody, must be one of: raw"},
            {"compare --server x --a=--client=tasync --b=--in-flight=0", "in-flight is 0, must be 1 to 1000000"},
            {"compare --server x --a=--client=tasync --b=--client=nobody", "client is nobody, must be one of: raw"},
            {
                "compare --server x --a=--client=raw --b=--client=tasync",
                "serve: --server is missing, must be one of: simple"
            },
            {
                "compare --a=--server=netty --b=--server=netty-strategy=same-thread",
                "--server is netty-strategy=same-thread, must be one of: simple"
            },
            {"compare --server x --a=--server=netty --b=--client=raw", "Unknown option: '--server=netty'"},
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptionsInOneLine(String line, String expected) {
        CommandRun.of(line).assertRefused(expected);
    }

    /** Compare passes its options to its clients unchanged. */
    @Test
    public void loadOptionsSurviveAnotherProcess() {
        String[] given = ("--method burn --size 7 --handler-time 50us --protocol binary --connections 8 --in-flight 100"
                        + " --threads 2 --io-threads 3 --verify-every 5 --warmup 500ms --duration 2m")
                .split(" ");
        LoadOptions first = parse(given);
        LoadPlan plan = first.plan("127.0.0.1", 1);
        assertEquals(
                plan,
                LoadPlan.builder("127.0.0.1", 1)
                        .protocol(WireProtocol.BINARY)
                        .method(Method.BURN)
                        .size(7)
                        .handlerTime(Duration.ofNanos(50_000))
                        .connections(8)
                        .inFlight(100)
                        .threads(2)
                        .ioThreads(3)
                        .verifyEvery(5)
                        .warmup(Duration.ofMillis(500))
                        .duration(Duration.ofMinutes(2))
                        .build());
        LoadOptions second = parse(first.arguments().toArray(new String[0]));
        assertEquals(second.plan("127.0.0.1", 1), plan);
        assertEquals(second.client(), first.client());
    }

    /** The options of one side of a comparison override the shared ones. */
    @Test
    public void loadOptionsCanBeChanged() {
        LoadOptions shared = parse("--client=raw", "--connections=8", "--size=7");
        LoadOptions own = shared.with(List.of("--client", "tsocket", "--connections", "4"));
        assertEquals(own.client(), "tsocket");
        LoadPlan plan = own.plan("127.0.0.1", 1);
        assertEquals(plan.connections(), 4);
        assertEquals(plan.threads(), 4, "its usual threads, not those of the client it replaces");
        assertEquals(plan.size(), 7);
        assertEquals(shared.client(), "raw");
        assertEquals(shared.with(List.of("--threads", "8")).plan("127.0.0.1", 1).threads(), 8);
    }

    /** Each client accepts options at its bounds. */
    @Test
    public void acceptsOptionsAtTheirBounds() {
        parse("--client=raw", "--connections=4", "--threads=4").check();
        parse("--client=tsocket", "--connections=4", "--threads=4").check();
        parse("--client=tasync", "--connections=4", "--io-threads=256").check();
        parse("--client=grizzly-sync", "--connections=4", "--threads=10000").check();
        parse("--client=grizzly-sync", "--connections=1024").check();
        parse("--client=grizzly-async", "--connections=1024", "--in-flight=65536", "--io-threads=256")
                .check();
        parse("--client=grizzly-future", "--connections=1", "--in-flight=1").check();
        parse("--client=netty", "--connections=1000000", "--in-flight=1000000").check();
    }

    private static LoadOptions parse(String... arguments) {
        return LoadOptions.of(List.of(arguments));
    }
}
