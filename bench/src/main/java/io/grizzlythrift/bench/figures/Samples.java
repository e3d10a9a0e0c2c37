package io.grizzlythrift.bench.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads code for pages from files that the build compiles or a test runs. A region is enclosed by {@code // @start
 * region=name} and {@code // @end region=name}, as in JDK snippets; in YAML, the comments start with {@code #}. A region
 * of Java comes with the imports that it uses.
 */
final class Samples {
    private static final Pattern PLACE = Pattern.compile(
            "(samples/([\\w-]+)/src/(?:main|test)/(?:(?:java|kotlin)/[\\w/]+\\.(java|kt)|(?:envoy|kubernetes)/\\w+\\.(yaml)))(?:#([\\w-]+))?(, no imports)?");
    private static final Pattern MARKER = Pattern.compile("\\s*(?://|#) @(start|end) region=\"?([\\w-]+)\"?\\s*");
    private static final Pattern IMPORT = Pattern.compile("import (?:static )?[\\w.]+\\.(\\w+);");
    private static final Pattern COMMENT_OR_STRING =
            Pattern.compile("//[^\\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\\n])*\"", Pattern.DOTALL);

    private final Path root;

    /**
     * Creates a reader for a repository.
     *
     * @param root root folder of the repository
     */
    Samples(Path root) {
        this.root = root;
    }

    /**
     * Returns code as a block of Markdown.
     *
     * @param place path relative to the root, optionally followed by {@code #} and a region, and by {@code , no imports}
     * @return a fenced block with its lines, without common indentation and markers
     * @throws IllegalArgumentException if there is no such code; the message has the reason
     * @throws IOException if a file cannot be read
     */
    String block(String place) throws IOException {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    place + " is no place of code, such as samples/guide/src/main/java/a/B.java#region");
        }
        String path = parts.group(1);
        Path file = root.resolve(path);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no file " + path);
        }
        String modules = Files.readString(root.resolve("samples/pom.xml"));
        if (!modules.contains("<module>" + parts.group(2) + "</module>")) {
            throw new IllegalArgumentException(
                    "samples/" + parts.group(2) + " is no module of samples/pom.xml, so nothing compiles it");
        }
        List<String> lines = Files.readAllLines(file);
        String region = parts.group(5);
        String code = text(region == null ? lines : region(lines, region, path));
        if (code.isEmpty()) {
            throw new IllegalArgumentException("region " + region + " of " + path + " is empty");
        }
        String language = parts.group(3) == null ? "yaml" : parts.group(3).equals("kt") ? "kotlin" : "java";
        boolean java = language.equals("java");
        String imports = java && region != null && parts.group(6) == null ? imports(lines, code) : "";
        return "```" + language + "\n" + imports + code + "\n```\n";
    }

    private static String text(List<String> lines) {
        List<String> shown =
                lines.stream().filter(line -> !MARKER.matcher(line).matches()).toList();
        return String.join("\n", shown).stripIndent().strip();
    }

    /** Returns the imports of the file whose last name occurs in the code, and an empty line. */
    private static String imports(List<String> lines, String code) {
        String words = COMMENT_OR_STRING.matcher(code).replaceAll(" ");
        StringBuilder used = new StringBuilder();
        for (String line : lines) {
            Matcher name = IMPORT.matcher(line);
            if (name.matches()
                    && Pattern.compile("\\b" + name.group(1) + "\\b")
                            .matcher(words)
                            .find()) {
                used.append(line).append('\n');
            }
        }
        return used.isEmpty() ? "" : used.append('\n').toString();
    }

    private static List<String> region(List<String> lines, String region, String file) {
        List<Integer> starts = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            Matcher marker = MARKER.matcher(lines.get(line));
            if (marker.matches() && marker.group(2).equals(region)) {
                (marker.group(1).equals("start") ? starts : ends).add(line);
            }
        }
        if (starts.size() != 1 || ends.size() != 1 || starts.get(0) > ends.get(0)) {
            throw new IllegalArgumentException("region " + region + " must begin once and then end once in " + file
                    + ", but begins " + starts.size() + " times and ends " + ends.size() + " times");
        }
        return lines.subList(starts.get(0) + 1, ends.get(0));
    }
}
