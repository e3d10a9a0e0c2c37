package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.BufferedReader;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Tests the shutdown of the JVM while a server runs, and of a server while the JVM runs. */
@Test(timeOut = 120_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ShutdownHookTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    /** {@link ThriftServerDrainTest} tests the drain with each strategy. */
    @Test(dataProvider = "defaultStrategy")
    public void aSignalDrainsTheServer(Strategies strategy) throws Exception {
        if (File.separatorChar == '\\') {
            throw new SkipException("this operating system ends a process without a signal");
        }
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HookedServer.class.getName(),
                        strategy.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            int port = Integer.parseInt(lines.readLine());
            try (RawClient client = new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
                Requests requests = new Requests(PROTOCOL);
                client.sendFrames(requests.call("hold", 7, new Everything.hold_args(HookedServer.HELD)));
                assertEquals(lines.readLine(), HookedServer.HELD);
                process.destroy();
                Reply reply = client.readReply(PROTOCOL);
                assertEquals(reply.sequenceId(), 7);
                assertFalse(reply.isException(), "the call in flight got no reply");
                client.assertClosedByServer();
            }
            assertTrue(process.waitFor(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS), "the JVM does not end");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Only the shutdown hook could keep it reachable. */
    public void aStoppedServerIsNotReachable(Strategies strategy) {
        WeakReference<ThriftServer> gone = startAndStop(strategy);
        Await.that("the server stays reachable", () -> {
            System.gc();
            return gone.get() == null;
        });
    }

    private static WeakReference<ThriftServer> startAndStop(Strategies strategy) {
        ThriftServer server =
                strategy.builder(new HeldProcessor()).shutdownHook(true).build().start();
        assertTrue(server.shutdown(Await.LONG), "nothing was in flight");
        return new WeakReference<>(server);
    }
}
