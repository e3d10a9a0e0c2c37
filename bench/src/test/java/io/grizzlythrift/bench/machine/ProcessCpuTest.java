package io.grizzlythrift.bench.machine;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** CPU time is parsed from Linux's files. */
public final class ProcessCpuTest {
    /** The name of a command may contain any character. */
    @Test
    public void findsTheFieldsBehindTheCommand() {
        String stat = "42 (a) b (c) 7) S 1 2 3 4 -1 6 7 8 9 10 1500 250 0 0 20 0 30 0 12345 1 2 3";
        assertEquals(ProcessCpu.ticks(stat), 1750);
    }

    /** Work of this process is measured. */
    @Test
    public void seesWorkOfThisProcess() {
        long self = ProcessHandle.current().pid();
        ProcessCpu before = ProcessCpu.of(self);
        long end = System.nanoTime() + 50_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        assertTrue(ProcessCpu.of(self).since(before) > 0);
    }

    /** The compilers of this JVM have worked, but not as much as the whole process. */
    @Test
    public void seesTheCompilersOfThisProcess() {
        long self = ProcessHandle.current().pid();
        long compilers = ProcessCpu.ofCompilers(self).total();
        assertTrue(compilers > 0);
        assertTrue(compilers < ProcessCpu.of(self).total());
    }

    /** The reads of a file are counted. */
    @Test
    public void countsReadsOfThisProcess() throws IOException {
        long self = ProcessHandle.current().pid();
        ProcessIo before = ProcessIo.of(self).orElseThrow();
        Files.readString(Path.of("/proc/self/stat"));
        assertTrue(ProcessIo.of(self).orElseThrow().reads() > before.reads());
        assertTrue(ProcessIo.of(0).isEmpty());
    }

    /** There is no process 0. */
    @Test
    public void saysWhichProcessIsMissing() {
        assertThrows(UncheckedIOException.class, () -> ProcessCpu.of(0));
    }
}
