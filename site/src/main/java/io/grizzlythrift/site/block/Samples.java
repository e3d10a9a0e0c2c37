package io.grizzlythrift.site.block;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads code for the pages from files that the build compiles or a test runs. A region is enclosed by {@code // @start
 * region=name} and {@code // @end region=name}, as in JDK snippets; in YAML, the comments start with {@code #}.
 */
public final class Samples {
    private static final Pattern PLACE = Pattern.compile(
            "(samples/([\\w-]+)/src/(?:main|test)/(?:java/[\\w/]+\\.java|(?:envoy|kubernetes)/\\w+\\.yaml))(?:#([\\w-]+))?");
    private static final Pattern MARKER = Pattern.compile("\\s*(?://|#) @(start|end) region=\"?([\\w-]+)\"?\\s*");

    private final Path root;

    /**
     * Creates a reader for a repository.
     *
     * @param root root folder of the repository
     */
    public Samples(Path root) {
        this.root = root;
    }

    /**
     * Reads code.
     *
     * @param place path relative to the root, optionally followed by {@code #} and a region
     * @return its lines, without common indentation and markers
     * @throws IOException if there is no such code; the message has the reason
     */
    String code(String place) throws IOException {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw new IOException(place + " is no place of code, such as samples/guide/src/main/java/a/B.java#region");
        }
        Path file = root.resolve(parts.group(1));
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no file " + parts.group(1));
        }
        String modules = Files.readString(root.resolve("samples/pom.xml"));
        if (!modules.contains("<module>" + parts.group(2) + "</module>")) {
            throw new IOException(
                    "samples/" + parts.group(2) + " is no module of samples/pom.xml, so nothing compiles it");
        }
        List<String> lines = Files.readAllLines(file);
        String region = parts.group(3);
        List<String> wanted = region == null ? lines : region(lines, region, parts.group(1));
        wanted = wanted.stream().filter(line -> !MARKER.matcher(line).matches()).toList();
        String code = String.join("\n", wanted).stripIndent().strip();
        if (code.isEmpty()) {
            throw new IOException("region " + region + " of " + parts.group(1) + " is empty");
        }
        return code + "\n";
    }

    private static List<String> region(List<String> lines, String region, String file) throws IOException {
        List<Integer> starts = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            Matcher marker = MARKER.matcher(lines.get(line));
            if (marker.matches() && marker.group(2).equals(region)) {
                (marker.group(1).equals("start") ? starts : ends).add(line);
            }
        }
        if (starts.size() != 1 || ends.size() != 1 || starts.get(0) > ends.get(0)) {
            throw new IOException("region " + region + " must begin once and then end once in " + file + ", but begins "
                    + starts.size() + " times and ends " + ends.size() + " times");
        }
        return lines.subList(starts.get(0) + 1, ends.get(0));
    }
}
