package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.report.page.MarkdownTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates the table of the packages of the library: whether a package is for users, which is so if it is exported to all
 * modules, and the first sentence of its documentation.
 */
final class PackageTable {
    private static final List<String> MODULES =
            List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-core/test-kit", "grizzly-thrift-client");
    private static final String PREFIX = "io.grizzlythrift.";
    private static final String DOCUMENTATION = "package-info.java";
    private static final String MODULE = "module-info.java";

    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");
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
        MarkdownTable table = MarkdownTable.ofWords(List.of("Package", "For users", "Purpose"));
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
        return List.of(
                name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name,
                exported ? "yes" : "no",
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
