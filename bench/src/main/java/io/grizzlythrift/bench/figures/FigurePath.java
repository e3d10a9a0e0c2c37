package io.grizzlythrift.bench.figures;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names figures, as in {@code quick / 40 connections / same-thread / calls/s}. Group and contender are named by their
 * last words; with {@code *} for any text, by all of them, and then several may match.
 *
 * @param results a folder of {@code site/results}
 * @param group words of the group; empty if the results have only one
 * @param contender words of the contender
 * @param figure head of the figure in tables
 */
record FigurePath(String results, String group, String contender, String figure) {
    private static final String SEPARATOR = " / ";

    static FigurePath of(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        if (parts.length < 3 || parts.length > 4) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not RESULTS / GROUP / CONTENDER / FIGURE; GROUP may be left out");
        }
        String group = parts.length == 4 ? parts[1] : "";
        return new FigurePath(parts[0], group, parts[parts.length - 2], parts[parts.length - 1]);
    }

    /** Returns the same figure of {@code CONTENDER}, {@code GROUP / CONTENDER} or {@code RESULTS / GROUP / CONTENDER}. */
    FigurePath with(String words) {
        String[] parts = words.split(SEPARATOR, -1);
        return switch (parts.length) {
            case 1 -> new FigurePath(results, group, parts[0], figure);
            case 2 -> new FigurePath(results, parts[0], parts[1], figure);
            default -> of(words + SEPARATOR + figure);
        };
    }

    FigurePath inGroup(String exactly) {
        return new FigurePath(results, exactly, contender, figure);
    }

    /**
     * Returns the names that some words stand for.
     *
     * @throws IllegalArgumentException if there is none, or if there are several and the words do not allow it
     */
    static List<String> matching(String words, String what, List<String> names) {
        if (names.contains(words)) {
            return List.of(words);
        }
        boolean several = words.contains("*");
        Pattern pattern = Pattern.compile(Stream.of(words.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*", several ? "" : "(.* )?", "")));
        List<String> matches =
                names.stream().filter(name -> pattern.matcher(name).matches()).toList();
        if (matches.isEmpty() || (!several && matches.size() > 1)) {
            throw new IllegalArgumentException(
                    (matches.isEmpty() ? "no " : "more than one ") + what + " \"" + words + "\" among " + names);
        }
        return matches;
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, results, group, contender, figure);
    }
}
