package io.grizzlythrift.bench.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds figures with a unit outside of markers. These are no figures of measurements:
 *
 * <ul>
 *   <li>what is in a block or span of code
 *   <li>times, sizes and shares in a sentence or a row that names an option of the page on configuration in code
 *   <li>what is in the paragraph, list or table behind {@code <!-- not measured: REASON -->}
 * </ul>
 */
final class LooseFigures {
    private static final String NUMBER = "\\d[\\d,.]*\\s?";
    private static final Pattern RATE = Pattern.compile(NUMBER
            + "((million )?((calls|operations|ops|requests|replies) ?(/s|per second|a second))|[KMG]i?B/s|times (as|the|that|faster|slower|more))"
            + "|\\d\\.\\d+ of (the|its|our|Netty|same|worker)");
    private static final Pattern QUANTITY = Pattern.compile(
            NUMBER + "(µs|us|ns|ms|s|seconds?|minutes?|min|h|hours?|%|percent|bytes|B|[KMG]i?B)(?![\\w/])");
    private static final Pattern MEASURED_HEAD = Pattern.compile("calls/s|per second|ops/s|\\bp\\d\\d|µs|CPU");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern NOT_TEXT = Pattern.compile("(?ms)^```.*?^```"
            + "|<!-- (figure|table|results|chart|scorecard|chaos|packages)\\s.*?<!-- end -->"
            + "|<!-- not measured:[^\\n]*-->\\n.*?(\\n\\n|\\z)"
            + "|<!--.*?-->");

    private final Set<String> options;

    /** @param options names of options */
    LooseFigures(Set<String> options) {
        this.options = options;
    }

    /** Returns the sentences and rows with such figures, each with its line. */
    List<String> of(String page) {
        String text = NOT_TEXT.matcher(page)
                .replaceAll(match -> "\n".repeat((int)
                        match.group().chars().filter(c -> c == '\n').count()));
        List<String> loose = new ArrayList<>();
        String head = "";
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            boolean row = line.startsWith("|");
            if (!row) {
                head = "";
            } else if (head.isEmpty()) {
                head = line;
            }
            for (String part : row ? new String[] {line} : line.split("(?<=[.:;]) ")) {
                boolean figure = isLoose(part) || (row && hasNumbersBelow(head, line));
                if (figure) {
                    loose.add(number + ": " + part.strip());
                }
            }
        }
        return loose;
    }

    private boolean isLoose(String part) {
        String words = CODE.matcher(part).replaceAll("`code`").replaceAll("\\]\\([^)]*\\)", "]");
        return RATE.matcher(words).find() || (QUANTITY.matcher(words).find() && !namesOption(part));
    }

    private static boolean hasNumbersBelow(String head, String row) {
        return MEASURED_HEAD.matcher(head).find()
                && Stream.of(row.split("\\|")).anyMatch(cell -> cell.strip().matches("[\\d,.]+"));
    }

    private boolean namesOption(String part) {
        Matcher code = CODE.matcher(part);
        while (code.find()) {
            if (Stream.of(code.group(1).split("\\W+")).anyMatch(options::contains)) {
                return true;
            }
        }
        return false;
    }
}
