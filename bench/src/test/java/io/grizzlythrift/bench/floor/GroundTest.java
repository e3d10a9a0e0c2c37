package io.grizzlythrift.bench.floor;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The floor of each ground replies to every request, however its bytes arrive. */
@Test(timeOut = 60_000)
public final class GroundTest {
    private static final Exchange EXCHANGE = Exchange.of(new PreparedCall(Method.ECHO, 300, 0), WireProtocol.COMPACT);

    @DataProvider
    static Object[][] grounds() {
        return Arrays.stream(Ground.values())
                .filter(ground -> ground != Ground.EPOLL || Epoll.isAvailable())
                .map(ground -> new Object[] {ground})
                .toArray(Object[][]::new);
    }

    private static byte[] repeated(byte[] bytes, int times) {
        ByteBuffer all = ByteBuffer.allocate(times * bytes.length);
        for (int i = 0; i < times; i++) {
            all.put(bytes);
        }
        return all.array();
    }

    private static void assertReplies(InputStream input, int replies) throws IOException {
        byte[] expected = repeated(EXCHANGE.reply(), replies);
        assertEquals(input.readNBytes(expected.length), expected);
    }

    /** Starts a floor. The test is skipped if this machine has no io_uring, or no JDK that can use it. */
    private static int start(BenchServer floor, Ground ground) throws Exception {
        try {
            return floor.start();
        } catch (IllegalArgumentException unavailable) {
            if (ground == Ground.URING) {
                throw new SkipException(unavailable.getMessage(), unavailable);
            }
            throw unavailable;
        }
    }

    @Test(dataProvider = "grounds")
    public void repliesToWholeAndSplitAndPipelinedRequests(Ground ground) throws Exception {
        try (BenchServer floor = ground.serve("127.0.0.1", 0, 2, EXCHANGE)) {
            int port = start(floor, ground);
            try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
                byte[] request = EXCHANGE.request();
                one.setTcpNoDelay(true);
                OutputStream output = one.getOutputStream();
                output.write(request);
                assertReplies(one.getInputStream(), 1);
                output.write(request, 0, 7);
                other.getOutputStream().write(request);
                assertReplies(other.getInputStream(), 1);
                output.write(request, 7, request.length - 7);
                assertReplies(one.getInputStream(), 1);
                output.write(repeated(request, 100));
                output.write(request, 0, 1);
                assertReplies(one.getInputStream(), 100);
                output.write(request, 1, request.length - 1);
                assertReplies(one.getInputStream(), 1);
            }
        }
    }

    @Test(dataProvider = "grounds")
    public void outlivesAClosedConnection(Ground ground) throws Exception {
        try (BenchServer floor = ground.serve("127.0.0.1", 0, 1, EXCHANGE)) {
            int port = start(floor, ground);
            for (int i = 0; i < 3; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.getOutputStream().write(EXCHANGE.request());
                    assertReplies(socket.getInputStream(), 1);
                }
            }
        }
    }
}
