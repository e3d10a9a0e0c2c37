package io.grizzlythrift.bench.report;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Which results are older than the code. */
@Test
public final class CodeChangesTest {
    private Path file;

    @BeforeMethod
    void createFile() throws IOException {
        file = Files.createTempFile("changes", ".txt");
    }

    @AfterMethod(alwaysRun = true)
    void deleteFile() throws IOException {
        Files.delete(file);
    }

    private Optional<String> since(String day) throws IOException {
        return CodeChanges.read(file).since(LocalDate.parse(day));
    }

    public void changesAfterTheDayCount() throws IOException {
        Files.write(file, List.of("# a comment", "2026-11-22 one thing", "2026-11-24 another"));
        assertEquals(since("2026-11-24"), Optional.empty());
        assertEquals(
                since("2026-11-22"),
                Optional.of("**These figures are older than the code.** It changed since: 2026-11-24, another."));
        assertEquals(
                since("2026-11-21"),
                Optional.of("**These figures are older than the code.** It changed since: 2026-11-22, one thing;"
                        + " 2026-11-24, another."));
    }

    public void linesWithoutADayOrATextAreRefused() throws IOException {
        for (String line : List.of("", "one thing", "2026-11-24", "2026-11-24 ", "24.11.2026 one thing")) {
            Files.write(file, List.of(line));
            String message = expectThrows(IllegalArgumentException.class, () -> since("2026-11-24"))
                    .getMessage();
            assertEquals(message, file + ": the line is \"" + line + "\", must be a day such as 2026-11-24 and a text");
        }
    }
}
