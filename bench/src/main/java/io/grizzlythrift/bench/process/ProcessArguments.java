package io.grizzlythrift.bench.process;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The arguments of one process of a comparison, in addition to those that all of its kind share.
 *
 * @param flags flags of its JVM
 * @param options options of its command
 */
public record ProcessArguments(List<String> flags, List<String> options) {
    /** Copies both. */
    public ProcessArguments {
        flags = List.copyOf(flags);
        options = List.copyOf(options);
    }

    /**
     * Tells flags from options.
     *
     * @param line both; words that begin with -X or -D are flags
     * @return the words
     */
    public static ProcessArguments of(String line) {
        Map<Boolean, List<String>> byKind = words(line).stream()
                .collect(Collectors.partitioningBy(word -> word.startsWith("-X") || word.startsWith("-D")));
        return new ProcessArguments(byKind.get(true), byKind.get(false));
    }

    /**
     * Splits a line at blanks; there is no quoting, as no option of the bench needs any.
     *
     * @param line options or flags
     * @return the words, none of them empty
     */
    public static List<String> words(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
