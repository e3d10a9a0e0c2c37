package io.grizzlythrift.bench.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.Bench;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** Netty's native transport where it is missing. */
public final class NettyTransportTest {
    /** A process of its own, in which Netty must not load native libraries: one line that says so, exit code 2. */
    @Test(timeOut = 60_000)
    public void saysWhyThereIsNoEpoll() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dio.netty.transport.noNative=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bench.class.getName(),
                        "serve",
                        "--server=netty-epoll")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
            assertEquals(process.waitFor(), 2, errors);
            assertEquals(errors.lines().count(), 1, errors);
            assertTrue(errors.contains("epoll transport is not available here"), errors);
            assertTrue(errors.contains("io.netty.transport.noNative"), errors);
        } finally {
            process.destroyForcibly();
        }
    }
}
