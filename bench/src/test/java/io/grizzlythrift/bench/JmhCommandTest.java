package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The command line of the micro benchmarks; each benchmark runs once. */
public final class JmhCommandTest {
    private static final List<String> BENCHMARKS = List.of(
            "bench.micro.CodecBenchmark.decode",
            "bench.micro.CodecBenchmark.decodeTFramedTransport",
            "bench.micro.CodecBenchmark.decodeTMemoryInputTransport",
            "bench.micro.CodecBenchmark.encode",
            "bench.micro.CodecBenchmark.encodeTFramedTransport",
            "bench.micro.CodecBenchmark.encodeTMemoryBuffer",
            "bench.micro.FramingBenchmark.batch",
            "bench.micro.FramingBenchmark.slices",
            "bench.micro.HandOverBenchmark.sameThread",
            "bench.micro.HandOverBenchmark.taskPerCall",
            "bench.micro.HandOverBenchmark.wholeBatch",
            "bench.micro.InFlightTableBenchmark.map",
            "bench.micro.InFlightTableBenchmark.mapOfTwoThreads",
            "bench.micro.InFlightTableBenchmark.table",
            "bench.micro.InFlightTableBenchmark.tableOfTwoThreads",
            "bench.micro.LargeFrameBenchmark.appended",
            "bench.micro.LargeFrameBenchmark.assembled",
            "bench.micro.LargeFrameBenchmark.declaredAtOnce",
            "bench.micro.ReplyQueueBenchmark.oneByOne",
            "bench.micro.ReplyQueueBenchmark.together");

    private static final String IN_PROCESS = "-f 0 -wi 0 -i 1 -r 5ms";
    private static final String ONE_OF_EACH = "-p frames=16 -p protocol=COMPACT -p method=WORK -p calls=16"
            + " -p inFlight=100 -p order=REQUEST -p completion=SHUFFLED";

    private final StringWriter errors = new StringWriter();
    private Path output;
    private Path results;

    /** JMH allows only one run per machine at a time, unless this is set before its classes are loaded. */
    @BeforeClass
    void shareTheMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @BeforeMethod
    void makeFiles() throws IOException {
        output = Files.createTempFile("bench-jmh", ".txt");
        results = Files.createTempFile("bench-jmh", ".csv");
        errors.getBuffer().setLength(0);
    }

    @AfterMethod
    void removeFiles() throws IOException {
        Files.delete(output);
        Files.delete(results);
    }

    private int execute(String line) {
        List<String> arguments = new ArrayList<>(List.of("jmh"));
        arguments.addAll(Arrays.asList(line.split(" ")));
        return Bench.commandLine().setErr(new PrintWriter(errors, true)).execute(arguments.toArray(String[]::new));
    }

    private static List<String> qualified() {
        return BENCHMARKS.stream().map("io.grizzlythrift."::concat).sorted().toList();
    }

    /** JMH's annotation processor has processed each class. */
    @Test
    public void listsEveryBenchmark() throws IOException {
        assertEquals(execute("-l -o " + output), 0, errors.toString());
        List<String> listed = Files.readAllLines(output).stream()
                .filter(line -> line.startsWith("io."))
                .sorted()
                .toList();
        assertEquals(listed, qualified());
    }

    /** Each benchmark checks its code in the setup, and none throws. */
    @Test(timeOut = 300_000)
    public void everyBenchmarkRuns() throws IOException {
        String files = " -o " + output + " -rf csv -rff " + results;
        assertEquals(execute(IN_PROCESS + " -foe true " + ONE_OF_EACH + files), 0, errors + Files.readString(output));
        List<String> measured = Files.readAllLines(results).stream()
                .skip(1)
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .sorted()
                .toList();
        assertEquals(measured, qualified());
    }

    /** This is the default, without an option. */
    @Test
    public void aBenchmarkThatThrowsFailsTheRun() throws IOException {
        assertEquals(execute("FramingBenchmark.batch -p frames=-1 " + IN_PROCESS + " -o " + output), 1);
        assertTrue(errors.toString().contains("jmh failed"), errors.toString());
        assertTrue(Files.readString(output).contains("<failure>"), Files.readString(output));
    }

    /** A run may continue after failures, but a run without any result has failed. */
    @Test
    public void aRunWithoutResultsFails() {
        assertEquals(execute("FramingBenchmark.batch -foe false -p frames=-1 " + IN_PROCESS + " -o " + output), 1);
    }

    /** Options that are rejected, with a part of the error. */
    @DataProvider
    public Object[][] badOptions() {
        return new Object[][] {
            {"--nothing", "nothing is not a recognized option"},
            {"-f", "requires an argument"},
            {"-f many", "many"},
            {"-f -1", "-1"},
            {"-r soon", "soon"},
            {"-bm fastest", "fastest"},
            {"-tu weeks", "weeks"},
            {"-rf pictures", "PICTURES"},
            {"-t 0", "0"},
            {"FramingBenchmark -prof nothing", "nothing"},
            {"Framing.Benchmark", "no benchmark matches Framing.Benchmark"},
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptionsInOneLine(String line, String expected) {
        assertEquals(execute("-o " + output + " " + line), 2, errors.toString());
        assertEquals(errors.toString().lines().count(), 1, errors.toString());
        assertTrue(errors.toString().contains(expected), errors.toString());
        assertTrue(errors.toString().contains("bench jmh --help"), errors.toString());
    }

    /** The bench's own help is printed only for --help, and refers to JMH's help. */
    @Test
    public void helpSaysWhereJmhsHelpIs() {
        StringWriter help = new StringWriter();
        assertEquals(Bench.commandLine().setOut(new PrintWriter(help, true)).execute("jmh", "--help"), 0);
        assertTrue(help.toString().contains("-h prints JMH's own options"), help.toString());
        assertFalse(help.toString().contains("-foe"), help.toString());
    }
}
