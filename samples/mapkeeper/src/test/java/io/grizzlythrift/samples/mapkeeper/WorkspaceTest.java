package io.grizzlythrift.samples.mapkeeper;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

public class WorkspaceTest {
    private static final String SERVER = MapKeeperProcess.class.getName();
    private static final List<String> ARGUMENTS = List.of("same-thread");

    @Test
    public void closingEndsChildrenAndRemovesFiles() throws Exception {
        Process child;
        Workspace workspace = Workspace.create();
        try (workspace) {
            assertTrue(Files.exists(workspace.newFile("file")));
            child = workspace.start(Duration.ofMinutes(1), Redirect.INHERIT, SERVER, ARGUMENTS);
            assertTrue(Integer.parseInt(child.inputReader().readLine()) > 0, "the child serves");
        }
        assertTrue(child.waitFor(1, TimeUnit.MINUTES));
        assertTrue(workspace.isClosed());
        assertFalse(Files.exists(workspace.directory()));
        assertThrows(IOException.class, () -> workspace.newFile("file"));
        assertThrows(
                IOException.class, () -> workspace.start(Duration.ofMinutes(1), Redirect.INHERIT, SERVER, ARGUMENTS));
    }

    @Test
    public void aChildEndsAtItsLimit() throws Exception {
        try (Workspace workspace = Workspace.create()) {
            Process child = workspace.start(Duration.ofMillis(1), Redirect.INHERIT, SERVER, ARGUMENTS);
            assertTrue(child.waitFor(1, TimeUnit.MINUTES));
            assertNotEquals(child.exitValue(), 0);
        }
    }

    @Test
    public void aServerStopsWithItsInput() throws Exception {
        try (Workspace workspace = Workspace.create()) {
            MapKeeperProcess server = MapKeeperProcess.start(workspace, Duration.ofMinutes(1), "leader-follower");
            assertTrue(server.port() > 0);
            server.close();
            assertThrows(
                    IOException.class, () -> MapKeeperProcess.start(workspace, Duration.ofMinutes(1), "no-thread"));
        }
    }
}
