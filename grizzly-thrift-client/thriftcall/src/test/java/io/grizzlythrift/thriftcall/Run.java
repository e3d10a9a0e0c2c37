package io.grizzlythrift.thriftcall;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** One run of the program within this process. */
record Run(int code, String out, String err) {
    static Run of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = ThriftCall.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int code = command.execute(args);
        return new Run(code, out.toString(), err.toString());
    }

    /** Requires success without an error line. */
    Run succeeded() {
        assertEquals(code, 0, err);
        assertEquals(err, "");
        return this;
    }

    /** Requires an exit code, and an error in one or two lines without a stack trace. */
    Run failed(ExitCode expected, String... parts) {
        assertEquals(code, expected.number(), out + err);
        List<String> lines = err.lines().toList();
        assertTrue(lines.size() == 1 || lines.size() == 2, err);
        assertTrue(lines.get(0).startsWith("thriftcall: "), err);
        for (String part : parts) {
            assertTrue(err.contains(part), err);
        }
        return this;
    }
}
