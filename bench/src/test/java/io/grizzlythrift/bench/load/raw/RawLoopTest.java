package io.grizzlythrift.bench.load.raw;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A server that violates the protocol makes a run invalid. */
public final class RawLoopTest {
    /** As fast as replies arrive, and at a rate. */
    @DataProvider
    public Object[][] rates() {
        return new Object[][] {{0.0}, {0.001}};
    }

    /** Two replies to one call. */
    @Test(dataProvider = "rates", timeOut = 30_000)
    public void moreRepliesThanCallsAreAnError(double rate) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LoadClient client = new RawClient(plan(server.getLocalPort(), rate));
            try (client) {
                client.start();
                try (Socket socket = server.accept()) {
                    answerTwice(socket);
                    while (client.errors().count() == 0) {
                        LockSupport.parkNanos(100_000);
                    }
                }
            }
            String error = client.errors().first().orElseThrow();
            assertTrue(error.contains("more replies than calls"), error);
        }
    }

    private static void answerTwice(Socket socket) throws IOException {
        Exchange exchange = Exchange.of(new PreparedCall(Method.ADD, 0, 0), WireProtocol.COMPACT);
        socket.getInputStream().readNBytes(exchange.request().length);
        byte[] reply = exchange.reply();
        byte[] replies = new byte[2 * reply.length];
        System.arraycopy(reply, 0, replies, 0, reply.length);
        System.arraycopy(reply, 0, replies, reply.length, reply.length);
        socket.getOutputStream().write(replies);
    }

    private static LoadPlan plan(int port, double rate) {
        return LoadPlan.builder("127.0.0.1", port).method(Method.ADD).rate(rate).build();
    }
}
