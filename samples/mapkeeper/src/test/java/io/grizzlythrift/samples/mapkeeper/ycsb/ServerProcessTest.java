package io.grizzlythrift.samples.mapkeeper.ycsb;

import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import org.testng.annotations.Test;

public class ServerProcessTest {
    @Test
    public void servesUntilItIsClosed() throws Exception {
        ServerProcess server = ServerProcess.start("leader-follower");
        assertTrue(server.port() > 0);
        server.close();
    }

    @Test
    public void aServerThatDoesNotStartIsAnError() {
        assertThrows(IOException.class, () -> ServerProcess.start("no-thread"));
    }
}
