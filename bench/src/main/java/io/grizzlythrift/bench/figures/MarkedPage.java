package io.grizzlythrift.bench.figures;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page with figures, code and tables between markers.
 *
 * @param text the page with the figures of the results and the code of the samples
 * @param problems markers that could not be followed, each with its line; the text between these is unchanged
 */
public record MarkedPage(String text, List<String> problems) {
    private static final String END = "end";
    private static final String NOT_MEASURED = "not measured:";
    private static final Pattern MARKER = Pattern.compile(
            "<!-- (figure|table|assert|" + String.join("|", Inserts.KINDS) + "|" + NOT_MEASURED + "|" + END
                    + ")(?=\\s)\\s*(.*?)\\s*-->",
            Pattern.DOTALL);
    // Markdown takes a line that starts with a comment for HTML, and shows the rest of the line as it stands.
    private static final Pattern START_OF_LINE = Pattern.compile("\\s*([-*>]|\\d+\\.)?\\s*");

    /** Copies the list. */
    public MarkedPage {
        requireNonNull(text, "text");
        problems = List.copyOf(problems);
    }

    /**
     * Replaces what is between the markers of a page.
     *
     * @param page Markdown
     * @param results folder with the results that the markers name
     * @param root root folder of the repository, with the code that the markers name
     * @throws IOException if results or code cannot be read
     */
    public static MarkedPage of(String page, Path results, Path root) throws IOException {
        Expression expression = new Expression(new StoredFigures(results));
        Inserts inserts = new Inserts(results, root);
        List<MatchResult> markers = MARKER.matcher(page).results().toList();
        StringBuilder text = new StringBuilder();
        List<String> problems = new ArrayList<>();
        int copied = 0;
        for (int i = 0; i < markers.size(); i++) {
            MatchResult marker = markers.get(i);
            boolean ends = i + 1 < markers.size() && markers.get(i + 1).group(1).equals(END);
            try {
                requirePlace(page, marker);
                String content = content(marker, expression, inserts);
                if (!content.isEmpty()) {
                    require(ends, "there is no <!-- end --> before the next marker");
                    text.append(page, copied, marker.end()).append(content);
                    copied = markers.get(i + 1).start();
                }
            } catch (IllegalArgumentException bad) {
                long line = page.substring(0, marker.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count()
                        + 1;
                problems.add(line + ": " + bad.getMessage());
            }
            if (ends) {
                i++;
            }
        }
        return new MarkedPage(text.append(page.substring(copied)).toString(), problems);
    }

    /** Returns what belongs behind a marker, up to its end; empty if nothing does. */
    private static String content(MatchResult marker, Expression expression, Inserts inserts) throws IOException {
        String content = marker.group(2);
        return switch (marker.group(1)) {
            case "figure" -> expression.text(content);
            case "table" -> "\n\n" + new Table(content).markdown(expression) + "\n";
            case "assert" -> {
                expression.check(content);
                yield "";
            }
            case NOT_MEASURED -> {
                require(!content.isEmpty(), "there is no reason why it is not measured");
                yield "";
            }
            case END -> throw new IllegalArgumentException("there is nothing to fill in before this end");
            default -> inserts.markdown(marker.group(1), content);
        };
    }

    private static void requirePlace(String page, MatchResult marker) {
        String before = page.substring(page.lastIndexOf('\n', marker.start()) + 1, marker.start());
        boolean startsLine = START_OF_LINE.matcher(before).matches();
        int end = page.indexOf('\n', marker.end());
        boolean endsLine = end == marker.end() || (end < 0 && marker.end() == page.length());
        switch (marker.group(1)) {
            case "figure" ->
                require(!startsLine, "a figure cannot be the first on its line: Markdown would take the line for HTML");
            case END, "assert" ->
                require(!startsLine || endsLine, "a marker at the start of a line needs the line for itself");
            default -> require(before.isEmpty() && endsLine, "it needs lines of its own");
        }
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalArgumentException(problem);
        }
    }
}
