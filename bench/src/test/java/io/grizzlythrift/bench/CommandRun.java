package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A command that ran in this process, with its output. */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Bench.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /** Runs a command line as typed, without quotes. */
    static CommandRun of(String line) {
        return of(List.of(line.split(" ")));
    }

    /** Asserts that the command rejected its options with a one-line error and exit code 2. */
    void assertRefused(String expected) {
        assertEquals(exitCode, 2, toString());
        assertEquals(err.lines().count(), 1, err);
        assertTrue(err.contains(expected), err);
    }
}
