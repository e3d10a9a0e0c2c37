package io.grizzlythrift.bench;

import io.grizzlythrift.bench.figures.MarkedPage;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes figures of results and code of samples into Markdown. */
@Command(
        name = "figures",
        description = {
            "Replaces the figures and the code between the markers of Markdown files by what the markers name.",
            "The exit code is 1 if a marker names nothing, or if the results no longer show what a marker asserts."
        })
final class FiguresCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "site/results",
            description = "Folder with the results. Default: ${DEFAULT-VALUE}.")
    private Path results;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Root folder of the repository, for code. Default: ${DEFAULT-VALUE}.")
    private Path root;

    @Option(names = "--check", description = "Write nothing; the exit code is also 1 if a file would change.")
    private boolean check;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Markdown files.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        requireFolder("root", root);
        requireFolder("results", results);
        PrintWriter out = spec.commandLine().getOut();
        boolean good = true;
        for (Path file : files) {
            String old = Files.readString(file);
            MarkedPage page = MarkedPage.of(old, results, root);
            page.problems().forEach(problem -> out.println(file + ":" + problem));
            good &= page.problems().isEmpty();
            if (!page.text().equals(old)) {
                long line = firstDifference(old, page.text());
                if (check) {
                    out.println(file + ":" + line + ": not what the markers name; run \"figures\" without --check");
                    good = false;
                } else {
                    ResultFiles.writeText(file, page.text());
                    out.println(file + ": new from line " + line);
                }
            }
        }
        return good ? 0 : 1;
    }

    private static void requireFolder(String option, Path value) {
        if (!Files.isDirectory(value)) {
            throw new IllegalArgumentException(option + " is " + value + ", must be a folder");
        }
    }

    private static long firstDifference(String old, String now) {
        int same = 0;
        while (same < Math.min(old.length(), now.length()) && old.charAt(same) == now.charAt(same)) {
            same++;
        }
        return old.substring(0, same).chars().filter(c -> c == '\n').count() + 1;
    }
}
