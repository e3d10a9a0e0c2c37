package io.grizzlythrift.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Compares the pictures in {@code package-info.java} with the files of their packages. */
public final class PackagePictures {
    private static final List<String> MODULES = List.of("strategies", "grizzly-thrift-core", "grizzly-thrift-client");
    private static final String PICTURE = "package-info.java";
    private static final Pattern PRE = Pattern.compile("<pre>(.*?)</pre>", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\\w+");

    /** A word in the style of a class name of more than one part. */
    private static final Pattern CLASS_NAME = Pattern.compile("\\b[A-Z][a-z]+(?:[A-Z]\\w*)+\\b");

    /** Names of products. */
    private static final Set<String> OTHER_NAMES = Set.of("StatsD");

    private PackagePictures() {}

    /**
     * Finds classes that the picture of their package does not name, and names in pictures that no code contains.
     *
     * @param module the directory name of a module next to the current one
     * @return one line each, with the package
     */
    public static List<String> problems(String module) {
        Set<String> words = new HashSet<>();
        for (String each : MODULES) {
            for (Path file : files(sources(each))) {
                if (!file.endsWith(PICTURE)) {
                    words.addAll(all(WORD, read(file)));
                }
            }
        }
        words.addAll(OTHER_NAMES);
        List<String> problems = new ArrayList<>();
        files(sources(module)).stream().map(Path::getParent).distinct().forEach(folder -> {
            if (!folder.equals(sources(module))) { // the folder of module-info.java
                check(folder, words, problems);
            }
        });
        return problems;
    }

    private static void check(Path folder, Set<String> known, List<String> problems) {
        Path file = folder.resolve(PICTURE);
        String picture = Files.exists(file) ? String.join("\n", all(PRE, read(file))) : "";
        List<String> words = all(WORD, picture);
        for (Path source : files(folder)) {
            String type = source.getFileName().toString().replace(".java", "");
            if (source.getParent().equals(folder) && !source.equals(file) && !words.contains(type)) {
                problems.add(folder + ": its picture does not name " + type);
            }
        }
        for (String type : all(CLASS_NAME, picture)) {
            if (!known.contains(type)) {
                problems.add(folder + ": its picture names " + type + ", which no code contains");
            }
        }
    }

    private static Path sources(String module) {
        return Path.of("..", module, "src", "main", "java");
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
