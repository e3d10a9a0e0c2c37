package io.grizzlythrift.site.block;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What changed the speed of the library, and when: results that are older do not describe it any more. */
public final class CodeChanges {
    private final List<Change> changes;

    private CodeChanges(List<Change> changes) {
        this.changes = changes;
    }

    private record Change(LocalDate day, String what) {}

    /**
     * Reads a file with a line for each change, beginning with its day; lines that begin with {@code #} do not count.
     *
     * @throws IllegalArgumentException if a line has no day, or says nothing
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
     * Says that results are older than the code.
     *
     * @param measured the day, in UTC, on which the first of them was measured
     * @return a sentence in Markdown; empty if nothing has changed after that day
     */
    Optional<String> since(LocalDate measured) {
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
