package io.grizzlythrift.bench;

import io.grizzlythrift.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes tables and charts of results. */
@Command(
        name = "report",
        description = {
            "Writes DIR/report.md with tables (Markdown) and charts (SVG) of all results below DIR, from"
                    + " matrix and compare.",
            "If one of the JSON files is not a result, writes nothing, and the exit code is 1."
        })
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Folder with the JSON files, including subfolders.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().println("report: " + Report.write(directory));
        return 0;
    }
}
