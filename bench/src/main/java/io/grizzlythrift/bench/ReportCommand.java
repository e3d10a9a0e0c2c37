package io.grizzlythrift.bench;

import io.grizzlythrift.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tables and charts of what was measured. */
@Command(
        name = "report",
        description = {
            "Writes DIR/report.md with tables (Markdown) and charts (SVG) of all results below DIR, as matrix and"
                    + " compare wrote them.",
            "Exit code 1, and nothing is written, if one of the JSON files there is no result."
        })
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Where the JSON files are; subdirectories count.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().println("report: " + Report.write(directory));
        return 0;
    }
}
