package io.grizzlythrift.site.block;

import io.grizzlythrift.bench.report.page.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates the table of the packages of the library: files, lines, types for users, and the first sentence of the
 * package's documentation. A type is for users if it is public and its package is exported to all modules.
 */
final class PackageTable {
    private static final List<String> MODULES =
            List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-core/test-kit", "grizzly-thrift-client");
    private static final String PREFIX = "io.grizzlythrift.";
    private static final String DOCUMENTATION = "package-info.java";
    private static final String MODULE = "module-info.java";

    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "^public (?:(?:abstract|final|sealed|non-sealed|static) )*(?:class|interface|enum|record|@interface) ",
            Pattern.MULTILINE);
    private static final Pattern FIRST_SENTENCE = Pattern.compile("\\s*/\\*\\*(.+?)\\.\\s", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("\\{@\\w+ (?:[\\w.]+\\.)?([^}]+)}");

    private PackageTable() {}

    /**
     * Reads the sources.
     *
     * @param root root folder of the repository
     * @return a table in Markdown
     * @throws IOException if they cannot be read
     * @throws IllegalArgumentException if there is no module, or a package has no documentation
     */
    static String of(Path root) throws IOException {
        MarkdownTable table = MarkdownTable.ofWords(List.of("Package", "Files", "Lines", "Types for users", "Purpose"));
        for (String module : MODULES) {
            addModule(root.resolve(module).resolve("src/main/java"), table);
        }
        return table.toString();
    }

    private static void addModule(Path sources, MarkdownTable table) throws IOException {
        if (!Files.isRegularFile(sources.resolve(MODULE))) {
            throw new IllegalArgumentException("there is no module in " + sources);
        }
        Set<String> exported = matches(EXPORT, Files.readString(sources.resolve(MODULE)))
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        Set<Path> folders = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getParent)
                    .filter(folder -> !folder.equals(sources))
                    .forEach(folders::add);
        }
        for (Path folder : folders) {
            String name = sources.relativize(folder)
                    .toString()
                    .replace(folder.getFileSystem().getSeparator(), ".");
            table.add(row(name, folder, exported.contains(name)));
        }
    }

    private static List<String> row(String name, Path folder, boolean exported) throws IOException {
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith(DOCUMENTATION))
                    .toList()) {
                sources.add(Files.readString(file));
            }
        }
        long lines =
                sources.stream().mapToLong(source -> source.lines().count()).sum();
        long types =
                sources.stream().flatMap(source -> matches(PUBLIC_TYPE, source)).count();
        return List.of(
                name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name,
                Integer.toString(sources.size()),
                String.format(Locale.ROOT, "%,d", lines),
                exported ? Long.toString(types) : "none",
                purpose(folder));
    }

    private static String purpose(Path folder) throws IOException {
        Path file = folder.resolve(DOCUMENTATION);
        String documentation = Files.exists(file) ? Files.readString(file) : "";
        Matcher sentence = FIRST_SENTENCE.matcher(documentation);
        if (!sentence.lookingAt()) {
            throw new IllegalArgumentException("package " + folder + " has no sentence of documentation");
        }
        return TAG.matcher(sentence.group(1))
                .replaceAll("$1")
                .replaceAll("\\s+\\*?\\s*", " ")
                .strip();
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
