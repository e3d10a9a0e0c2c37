package io.grizzlythrift.bench.machine;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.netty.util.Version;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        assertFalse(here.processor().isEmpty());
        assertFalse(here.memoryBytes() < 0);
    }
}
