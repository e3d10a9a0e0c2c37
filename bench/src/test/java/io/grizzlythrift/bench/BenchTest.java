package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.LoadPlan;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import picocli.CommandLine;

/** The command line. */
public final class BenchTest {
    /** Options that are refused, with a part of the line that says so. */
    @DataProvider
    public Object[][] badOptions() {
        return new Object[][] {
            {"serve", "--server"},
            {"serve --server nobody", "no server 'nobody'"},
            {"serve --server grizzly --strategy nothing", "no strategy 'nothing'"},
            {"serve --server netty --io-threads 0", "io-threads must be at least 1"},
            {"serve --server netty --port 70000", "port must be 0 to 65535"},
            {"load", "--port"},
            {"load --port 1 --client nobody", "no client 'nobody'"},
            {"load --port 1 --method note", "--method"},
            {"load --port 1 --duration 10", "'10' is not a duration"},
            {"load --port 1 --duration 0s", "duration must be more than 0"},
            {"load --port 1 --connections 0", "connections must be 1 to"},
            {"load --port 1 --server-pid 0", "no process 0"},
            {"compare --a x", "--b"},
            {"compare --a x --b y --rounds 0", "rounds must be at least 1"},
            {"compare --a x --b y --in-flight 0", "in-flight must be 1 to"},
        };
    }

    /** One line, exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptionsInOneLine(String line, String expected) {
        StringWriter errors = new StringWriter();
        CommandLine bench = Bench.commandLine().setErr(new PrintWriter(errors, true));
        assertEquals(bench.execute(line.split(" ")), 2);
        assertEquals(errors.toString().lines().count(), 1, errors.toString());
        assertTrue(errors.toString().contains(expected), errors.toString());
    }

    /** What compare hands to its clients is what it was told. */
    @Test
    public void loadOptionsSurviveAnotherProcess() {
        String[] given = ("--method burn --size 7 --handler-time 50us --protocol binary --connections 8 --in-flight 100"
                        + " --threads 2 --verify-every 5 --warmup 500ms --duration 2m")
                .split(" ");
        LoadOptions first = parse(given);
        LoadPlan plan = first.plan("127.0.0.1", 1);
        assertEquals(
                plan,
                new LoadPlan(
                        "127.0.0.1",
                        1,
                        WireProtocol.BINARY,
                        Method.BURN,
                        7,
                        Duration.ofNanos(50_000),
                        8,
                        100,
                        2,
                        5,
                        Duration.ofMillis(500),
                        Duration.ofMinutes(2)));
        LoadOptions second = parse(first.arguments().toArray(new String[0]));
        assertEquals(second.plan("127.0.0.1", 1), plan);
        assertEquals(second.client(), first.client());
    }

    private static LoadOptions parse(String... arguments) {
        LoadOptions options = new LoadOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("load", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
                .registerConverter(Duration.class, new DurationConverter())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }
}
