package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.process.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * The table of libraries and JDKs, cell by cell: each is a process of its own with that libthrift and that Grizzly, which
 * the profile soak puts into {@code target/compatibility}. Cells of a JDK that is not on this machine are skipped.
 */
public final class CompatibilityTest {
    private static final Path JARS = Path.of("target/compatibility");
    private static final String NOT_TESTED = "not tested";

    /** Our own classes or jars, and the libraries whose version does not change from cell to cell. */
    private static final Pattern SHARED = Pattern.compile(
            ".*/(strategies|grizzly-thrift-(core|client)|samples/guide)/target/.*"
                    + "|.*/site/target/test-classes|.*/(slf4j-api|slf4j-jdk14|commons-lang3|jakarta\\.annotation-api)-[^/]*\\.jar");

    record Cell(String libthrift, String grizzly, String jdk, String claim) {}

    @DataProvider
    Object[][] cells() throws IOException {
        Element table = Pages.html("compatibility").selectFirst("table");
        List<String> columns = table.select("thead th").eachText();
        List<Cell> cells = new ArrayList<>();
        for (Element row : table.select("tbody tr")) {
            Elements values = row.select("td");
            for (int column = 1; column < columns.size(); column++) {
                String[] versions = columns.get(column).replace("Grizzly ", "").split(", JDK ", 2);
                cells.add(new Cell(
                        values.get(0).text(),
                        versions[0],
                        versions[1],
                        values.get(column).text()));
            }
        }
        return cells.stream()
                .filter(cell -> !cell.claim().equals(NOT_TESTED))
                .map(cell -> new Object[] {cell})
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "cells")
    public void isAsThePageSays(Cell cell) throws IOException, InterruptedException {
        Jdk jdk = Jdk.find(feature -> cell.jdk().equals(feature.toString()))
                .orElseThrow(() -> new SkipException("no JDK " + cell.jdk() + " on this machine"));
        List<String> command = List.of(
                jdk.java().toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(cell),
                CompatibilityProbe.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(5, TimeUnit.MINUTES), output);
            boolean works = process.exitValue() == 0 && output.lines().anyMatch(CompatibilityProbe.WORKS::equals);
            assertEquals(works ? "works" : "fails", cell.claim(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String classPath(Cell cell) throws IOException {
        List<Path> changing = List.of(
                JARS.resolve("libthrift-" + cell.libthrift() + ".jar"),
                JARS.resolve("grizzly-framework-" + cell.grizzly() + ".jar"));
        for (Path jar : changing) {
            assertTrue(Files.isRegularFile(jar), jar + " is missing; run with -Psoak");
        }
        Stream<String> shared = Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry ->
                        SHARED.matcher(entry.replace(File.separatorChar, '/')).matches());
        return Stream.concat(changing.stream().map(Path::toString), shared)
                .collect(Collectors.joining(File.pathSeparator));
    }
}
