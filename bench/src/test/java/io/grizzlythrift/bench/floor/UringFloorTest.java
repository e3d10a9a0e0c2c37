package io.grizzlythrift.bench.floor;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.bench.load.CheckedLoad;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The floor on io_uring. Skipped with the reason if this machine has no io_uring, or no JDK that can use it. */
@Test(timeOut = 60_000)
public final class UringFloorTest {
    private static final Exchange EXCHANGE = Exchange.of(new PreparedCall(Method.ECHO, 300, 0), WireProtocol.COMPACT);
    private static final int CONNECTIONS = 200;

    private final BenchServer floor = Ground.URING.serve("127.0.0.1", 0, 2, EXCHANGE);
    private int port;

    @BeforeClass
    void start() throws Exception {
        try {
            port = floor.start();
        } catch (IllegalArgumentException unavailable) {
            throw new SkipException(unavailable.getMessage(), unavailable);
        }
    }

    /** The floor ends with the last test, and its process with it. */
    @AfterClass(alwaysRun = true)
    void close() {
        if (port != 0) {
            long pid = floor.pid();
            assertNotEquals(pid, ProcessHandle.current().pid());
            floor.close();
            assertFalse(ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent(), "it outlives its floor");
        }
    }

    public void givesManyConnectionsTheirReplies() throws Exception {
        for (int inFlight : new int[] {1, 50}) {
            LoadPlan plan = LoadPlan.builder("127.0.0.1", port)
                    .size(300)
                    .connections(CONNECTIONS)
                    .inFlight(inFlight)
                    .verifyEvery(1)
                    .build();
            CheckedLoad.untilReplies("raw", plan, 50 * CONNECTIONS);
        }
    }

    public void closesOnlyAConnectionThatDoesNotReadItsReplies() throws Exception {
        ByteBuffer requests = ByteBuffer.allocate(200 * EXCHANGE.request().length);
        while (requests.hasRemaining()) {
            requests.put(EXCHANGE.request());
        }
        try (Socket reads = new Socket(InetAddress.getLoopbackAddress(), port);
                Socket doesNot = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream output = doesNot.getOutputStream();
            assertThrows(IOException.class, () -> {
                while (true) {
                    output.write(requests.array());
                }
            });
            reads.getOutputStream().write(EXCHANGE.request());
            assertEquals(reads.getInputStream().readNBytes(EXCHANGE.reply().length), EXCHANGE.reply());
        }
    }
}
