package io.grizzlythrift.bench.recording;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.bench.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** A file of calls that is being recorded. */
public final class CallFileTest {
    private Path folder;
    private Path file;

    @BeforeMethod
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("calls");
        file = folder.resolve("users.calls");
    }

    @AfterMethod
    void removeFolder() throws IOException {
        TestFolder.delete(folder);
    }

    /** It has its name only once it is whole. */
    @Test
    public void appearsWhenItIsClosed() throws IOException {
        CallFile calls = CallFile.create(file);
        calls.write(new byte[] {1, 2, 3}, 1, 2);
        assertFalse(Files.exists(file));
        calls.close();
        calls.close();
        assertEquals(Files.readAllBytes(file), new byte[] {2, 3});
        assertThrows(IllegalArgumentException.class, () -> CallFile.create(file));
        assertEquals(files(), List.of(file));
    }

    /** Without calls there is no file. */
    @Test
    public void leavesNothingIfNothingCame() throws IOException {
        CallFile.create(file).close();
        assertEquals(files(), List.of());
    }

    /** What a killed process left is overwritten. */
    @Test
    public void startsAgainAfterAKill() throws IOException {
        CallFile killed = CallFile.create(file);
        killed.write(new byte[100], 0, 100);
        try (CallFile again = CallFile.create(file)) {
            again.write(7);
        }
        assertEquals(Files.readAllBytes(file), new byte[] {7});
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
