package io.grizzlythrift.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Changes of the library that affect its performance, with their dates. Older results are outdated. */
public final class CodeChanges {
    private final List<Change> changes;

    private CodeChanges(List<Change> changes) {
        this.changes = changes;
    }

    private record Change(LocalDate day, String what) {}

    /**
     * Reads a file with one line per change, which starts with the day. Lines that start with {@code #} are ignored.
     *
     * @throws IllegalArgumentException if a line has no day or no text
     */
    public static CodeChanges read(Path file) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.startsWith("#")) {
                changes.add(parse(file, line));
            }
        }
        return new CodeChanges(changes);
    }

    private static Change parse(Path file, String line) {
        int space = line.indexOf(' ');
        try {
            String what = line.substring(space + 1).strip();
            if (space > 0 && !what.isEmpty()) {
                return new Change(LocalDate.parse(line.substring(0, space)), what);
            }
        } catch (DateTimeParseException e) { // as below
        }
        throw new IllegalArgumentException(
                file + ": the line is \"" + line + "\", must be a day such as 2026-11-24 and a text");
    }

    /**
     * Returns a notice that results are older than the code.
     *
     * @param measured the day, in UTC, of the first result
     * @return a sentence in Markdown; empty if there were no changes after that day
     */
    public Optional<String> since(LocalDate measured) {
        List<Change> later = changes.stream()
                .filter(change -> change.day().isAfter(measured))
                .toList();
        return later.isEmpty()
                ? Optional.empty()
                : Optional.of(later.stream()
                        .map(change -> change.day() + ", " + change.what())
                        .collect(Collectors.joining(
                                "; ", "**These figures are older than the code.** It changed since: ", ".")));
    }
}
