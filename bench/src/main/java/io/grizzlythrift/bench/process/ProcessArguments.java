package io.grizzlythrift.bench.process;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The arguments of one process of a comparison, in addition to those that all processes of its kind share.
 *
 * @param flags flags of its JVM
 * @param options options of its command
 */
public record ProcessArguments(List<String> flags, List<String> options) {
    /** Copies both lists. */
    public ProcessArguments {
        flags = List.copyOf(flags);
        options = List.copyOf(options);
    }

    /**
     * Separates flags from options.
     *
     * @param line flags and options; words that start with -X or -D are flags
     * @return the flags and options
     */
    public static ProcessArguments of(String line) {
        Map<Boolean, List<String>> byKind = words(line).stream()
                .collect(Collectors.partitioningBy(word -> word.startsWith("-X") || word.startsWith("-D")));
        return new ProcessArguments(byKind.get(true), byKind.get(false));
    }

    /**
     * Splits a line at spaces. There is no quoting, because no option of the bench needs it.
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
