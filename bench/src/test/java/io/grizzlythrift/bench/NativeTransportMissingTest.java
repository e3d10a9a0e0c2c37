package io.grizzlythrift.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.process.JavaCommand;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The command {@code serve} without Netty's native transports. */
public final class NativeTransportMissingTest {
    @DataProvider
    static Object[][] transports() {
        return new Object[][] {{"netty-epoll", "epoll"}, {"netty-uring", "io_uring"}};
    }

    /** In a separate process, in which Netty must not load native libraries: a one-line error and exit code 2. */
    @Test(dataProvider = "transports", timeOut = 60_000)
    public void saysWhyThereIsNoTransport(String server, String transport) throws Exception {
        Process process = JavaCommand.of(Optional.empty(), List.of("-Dio.netty.transport.noNative=true"), Bench.class)
                .with(List.of("serve", "--server=" + server))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.PIPE)
                .start();
        try {
            String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
            assertEquals(process.waitFor(), 2, errors);
            assertEquals(errors.lines().count(), 1, errors);
            assertTrue(errors.contains(transport + " transport is not available here"), errors);
            assertTrue(errors.contains("io.netty.transport.noNative"), errors);
        } finally {
            process.destroyForcibly();
        }
    }
}
