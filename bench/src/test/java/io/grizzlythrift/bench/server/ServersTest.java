package io.grizzlythrift.bench.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.call.ReplyOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** The list of servers, and features that only some of them have. */
public final class ServersTest {
    private static final int SLOW_MILLIS = 500;

    /** The names that documentation and result files use, in their order. */
    @Test
    public void names() {
        assertEquals(
                List.copyOf(Servers.names()),
                List.of(
                        "simple",
                        "thread-pool",
                        "nonblocking",
                        "hsha",
                        "threaded-selector",
                        "netty",
                        "netty-epoll",
                        "netty-uring",
                        "netty-pool",
                        "netty-plain",
                        "netty-plain-pool",
                        "grizzly",
                        "cpp-nonblocking",
                        "grpc",
                        "drift"));
    }

    /** Sends two calls, the slow one first. */
    @Test(timeOut = 60_000)
    public void grizzlyRepliesInEitherOrder() throws Exception {
        assertEquals(orderOfReplies(ReplyOrder.REQUEST, SLOW_MILLIS), List.of("sleep", "ping"));
        int millis = SLOW_MILLIS;
        while (orderOfReplies(ReplyOrder.AS_COMPLETED, millis).equals(List.of("sleep", "ping"))) {
            millis *= 2; // on a loaded machine the second call may take as long as the first one sleeps
            assertTrue(millis < 20_000, "nothing overtakes a slow call");
        }
    }

    /** A request over the limit closes the connection. */
    @Test(timeOut = 60_000)
    public void simpleKeepsTheFrameLimit() throws Exception {
        try (BenchServer server = Servers.create("simple", settings(ReplyOrder.REQUEST))) {
            int port = server.start();
            try (TTransport transport = connect(port)) {
                BenchService.Client client = new BenchService.Client(protocol(transport));
                assertThrows(TException.class, () -> client.echo("x".repeat(2_000)));
            }
            try (TTransport transport = connect(port)) {
                assertEquals(new BenchService.Client(protocol(transport)).echo("still there"), "still there");
            }
        }
    }

    /** libthrift's choice for handlers that return at once. */
    @Test(timeOut = 60_000)
    public void threadedSelectorNeedsNoWorkers() throws Exception {
        ServerSettings settings =
                new ServerSettings("127.0.0.1", 0, WireProtocol.COMPACT, "worker-thread", 1, 0, 1_000);
        try (BenchServer server = Servers.create("threaded-selector", settings);
                TTransport transport = connect(server.start())) {
            BenchService.Client client = new BenchService.Client(protocol(transport));
            assertEquals(client.echo("hello"), "hello");
        }
    }

    private static List<String> orderOfReplies(ReplyOrder order, int millis) throws Exception {
        try (BenchServer server = Servers.create("grizzly", settings(order));
                TTransport transport = connect(server.start())) {
            TProtocol protocol = protocol(transport);
            BenchService.Client client = new BenchService.Client(protocol);
            client.send_sleep(millis);
            client.send_ping();
            return List.of(nextReply(protocol), nextReply(protocol));
        }
    }

    /** Returns the method of the next reply; the results of both methods are empty structs. */
    private static String nextReply(TProtocol protocol) throws TException {
        String method = protocol.readMessageBegin().name;
        protocol.readStructBegin();
        protocol.readFieldBegin();
        protocol.readStructEnd();
        protocol.readMessageEnd();
        return method;
    }

    private static TTransport connect(int port) throws TException {
        TTransport transport = new TFramedTransport(new TSocket("127.0.0.1", port));
        transport.open();
        return transport;
    }

    private static TProtocol protocol(TTransport transport) {
        return WireProtocol.COMPACT.factory().getProtocol(transport);
    }

    private static ServerSettings settings(ReplyOrder order) {
        return new ServerSettings(
                "127.0.0.1",
                0,
                WireProtocol.COMPACT,
                "worker-thread",
                order,
                1,
                2,
                1_000,
                BundledService.BENCH,
                0,
                Duration.ofHours(1),
                Optional.empty());
    }
}
