package io.grizzlythrift.scorecard.peer;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.server.ServerOptions;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.time.Duration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The peers of the rows behave as intended. */
public final class CrowdTest {
    private static final int COUNT = 200;

    private ServerChild server;

    @BeforeClass
    void start() throws Exception {
        server = ServerChild.start(ServerOptions.of(Strategy.WORKER_THREAD, Wire.PLAIN));
    }

    @AfterClass(alwaysRun = true)
    void end() {
        server.close();
    }

    /** All connections are open at the same time, and closed with the crowd. */
    @Test(timeOut = RowTest.LIMIT_MILLIS)
    public void idleConnectionsStay() throws Exception {
        try (Crowd crowd = Crowd.start(server.port(), Wire.PLAIN, COUNT, Crowd.Manner.idle(), Await.LONG)) {
            Await.that("all are open", () -> crowd.connected() == COUNT && server.state("open") == COUNT);
            assertEquals(crowd.refused(), 0);
            assertEquals(crowd.closedByServer(), 0);
        }
        Await.that("all are closed", () -> server.state("open") == 0);
    }

    /** A call that is sent byte by byte gets its reply. */
    @Test(timeOut = RowTest.LIMIT_MILLIS, dependsOnMethods = "idleConnectionsStay")
    public void slowPeersFinish() throws Exception {
        byte[] call = Frames.echo(1, "slowly");
        long before = server.state("calls");
        Crowd.Manner slow = Crowd.Manner.slow(call, Duration.ofMillis(5));
        try (Crowd crowd = Crowd.start(server.port(), Wire.PLAIN, COUNT, slow, Await.LONG)) {
            Await.that("all calls came", () -> server.state("calls") - before == COUNT);
            assertEquals(crowd.bytesSent(), (long) COUNT * call.length);
            Await.that("replies came", () -> crowd.bytesReceived() > 0);
        }
    }

    /** Garbage ends connections, and the crowd notices it. */
    @Test(timeOut = RowTest.LIMIT_MILLIS, dependsOnMethods = "slowPeersFinish")
    public void closedPeersAreCounted() throws Exception {
        Crowd.Manner garbage = Crowd.Manner.prompt(new byte[] {-1, -1, -1, -1, 0});
        try (Crowd crowd = Crowd.start(server.port(), Wire.PLAIN, COUNT, garbage, Await.LONG)) {
            Await.that("all are closed by the server", () -> crowd.closedByServer() == COUNT);
            assertTrue(crowd.longestLife().toNanos() > 0);
        }
    }

    /** A crowd ends at its time limit without being closed. */
    @Test(timeOut = RowTest.LIMIT_MILLIS, dependsOnMethods = "closedPeersAreCounted")
    public void endsByItself() throws Exception {
        Crowd crowd =
                Crowd.start(server.port(), Wire.PLAIN, COUNT, Crowd.Manner.deaf(new byte[0]), Duration.ofSeconds(1));
        Await.that("all were open", () -> crowd.connected() == COUNT);
        Await.that("all are closed", () -> server.state("open") == 0);
        crowd.close();
    }
}
