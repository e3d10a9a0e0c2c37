package io.grizzlythrift.bench.process;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.testng.annotations.Test;

/** The JDKs of this machine. */
public final class JdkTest {
    @Test
    public void prefersTheRunningJdk() {
        Jdk found = Jdk.find(feature -> feature >= 17).orElseThrow();
        assertEquals(found.home(), Path.of(System.getProperty("java.home")));
        assertEquals(found.feature(), Runtime.version().feature());
        assertTrue(Files.isExecutable(found.java()), found.toString());
    }

    @Test
    public void findsNoneThatDoesNotExist() {
        assertEquals(Jdk.find(feature -> feature > 1_000), Optional.empty());
    }
}
