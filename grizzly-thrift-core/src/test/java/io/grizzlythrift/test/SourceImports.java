package io.grizzlythrift.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the imports of sources: class files do not have those that only a comment uses. */
public final class SourceImports {
    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
    private static final Pattern OURS =
            Pattern.compile("^import (io\\.grizzlythrift\\.[\\w.]*\\.(\\w+));", Pattern.MULTILINE);
    private static final Pattern IMPORT = Pattern.compile("^import .*$", Pattern.MULTILINE);

    private SourceImports() {}

    /**
     * Returns the imports of this project's types that only comments use: to a reader they are arrows between packages.
     *
     * @param sources a folder with sources
     * @return file and type
     */
    public static List<String> forCommentsAlone(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> forCommentsAloneIn(file).stream())
                    .toList();
        }
    }

    private static List<String> forCommentsAloneIn(Path file) {
        String source = read(file);
        String code = IMPORT.matcher(COMMENT.matcher(source).replaceAll("")).replaceAll("");
        List<String> found = new ArrayList<>();
        for (MatchResult each : OURS.matcher(source).results().toList()) {
            if (!Pattern.compile("\\b" + each.group(2) + "\\b").matcher(code).find()) {
                found.add(file.getFileName() + " imports " + each.group(1));
            }
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
