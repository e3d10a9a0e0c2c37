package io.grizzlythrift.bench.chaos.child;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** The ids of writes in a file. */
public final class WriteLogTest {
    /** Appended ids can be read at once, without closing the file, because the process may be killed. */
    @Test
    public void survivesWithoutAClose() throws IOException {
        Path folder = Files.createTempDirectory("write-log");
        Path file = folder.resolve("writes");
        try (WriteLog log = new WriteLog(file)) {
            log.append(1);
            log.append(Long.MAX_VALUE);
            log.append(1);
            List<Long> ids = new ArrayList<>();
            WriteLog.read(file, ids::add);
            assertEquals(ids, List.of(1L, Long.MAX_VALUE, 1L));
            assertThrows(FileAlreadyExistsException.class, () -> new WriteLog(file));
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }
}
