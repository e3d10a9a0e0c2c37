package io.grizzlythrift.bench.machine;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.netty.util.Version;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.glassfish.grizzly.Grizzly;
import org.testng.annotations.Test;

/** The machine is described as Linux reports it, with the library versions of the build. */
public final class MachineTest {
    /** The name of the first core is used for all. */
    @Test
    public void findsTheProcessor() {
        List<String> cpuinfo = List.of(
                "processor\t: 0", "model\t\t: 1", "model name\t: Fast: CPU @ 2 GHz", "", "model name\t: Another");
        assertEquals(Machine.processor(cpuinfo), Optional.of("Fast: CPU @ 2 GHz"));
        assertEquals(Machine.processor(List.of("processor\t: 0", "BogoMIPS\t: 50.00")), Optional.empty());
        assertEquals(Machine.processor(List.of("model name\t:")), Optional.empty());
    }

    /** Linux counts in units of 1024 bytes. */
    @Test
    public void findsTheMemory() {
        List<String> meminfo = List.of("MemFree:  1 kB", "MemTotal:       24684092 kB", "MemAvailable:  2 kB");
        assertEquals(Machine.memoryBytes(meminfo), 24_684_092L * 1024);
        assertEquals(Machine.memoryBytes(List.of("MemTotal: many")), 0);
        assertEquals(Machine.memoryBytes(List.of()), 0);
    }

    /** A virtual machine has no governor; otherwise, cores may have different ones. */
    @Test
    public void findsTheGovernors() throws IOException {
        Path cores = Files.createTempDirectory("cores");
        try {
            assertEquals(Machine.governor(cores.resolve("none")), "none");
            for (String core : List.of("cpu0", "cpu1", "cpu10", "cpufreq")) {
                Files.createDirectories(cores.resolve(core).resolve("cpufreq"));
            }
            assertEquals(Machine.governor(cores), "none");
            Files.writeString(cores.resolve("cpu0/cpufreq/scaling_governor"), "powersave\n");
            Files.writeString(cores.resolve("cpu10/cpufreq/scaling_governor"), "performance\n");
            assertEquals(Machine.governor(cores), "performance, powersave");
        } finally {
            try (Stream<Path> files = Files.walk(cores)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }

    /** The share of all cores; time of guests is part of the user's time. */
    @Test
    public void countsStealTime() {
        StealTime before = StealTime.of("cpu  100 0 50 800 10 0 5 35 90 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
        StealTime after = StealTime.of("cpu  200 0 50 880 10 0 5 55 190 0\n");
        assertEquals(after.percentSince(before), 10.0);
        assertEquals(StealTime.of("").percentSince(StealTime.of("cpu 1 2")), Double.NaN, "unknown");
    }

    /** The versions that the build recorded are those in use. */
    @Test
    public void versionsAreThoseInUse() {
        Machine here = Machine.here();
        assertEquals(here.versions().keySet(), Set.of("grizzly-thrift", "grizzly", "libthrift", "netty"));
        here.versions().forEach((name, version) -> assertTrue(version.matches("\\d+\\.\\S+"), name + " " + version));
        assertEquals(here.versions().get("grizzly"), Grizzly.getDotedVersion());
        assertEquals(
                here.versions().get("netty"),
                Version.identify().get("netty-common").artifactVersion());
        assertTrue(here.commit().matches("not recorded|(.+-g)?[0-9a-f]{7,40}(-dirty)?"), here.commit());
        assertFalse(here.processor().isEmpty());
        assertFalse(here.memoryBytes() < 0);
    }
}
