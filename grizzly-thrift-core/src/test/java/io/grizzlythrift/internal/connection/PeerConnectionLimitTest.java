package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Tests the limit of connections per peer address while another address is served. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class PeerConnectionLimitTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private static RawClient connect(ThriftServer server, String from) throws IOException {
        return new RawClient(server.addresses().get(0), InetAddress.getByName(from));
    }

    private static void call(RawClient client, int sequenceId) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", sequenceId));
        assertEquals(client.readReply(PROTOCOL).sequenceId(), sequenceId);
    }

    public void aConnectionOverTheLimitIsClosedAtOnce(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient().maxConnectionsPerAddress(3).build();
        try (ThriftServer server = strategy.builder(new HeldProcessor())
                        .listen("127.0.0.1", 0)
                        .limits(limits)
                        .build()
                        .start();
                LogCapture log = LogCapture.start()) {
            List<RawClient> greedy = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    greedy.add(connect(server, "127.0.0.1"));
                    call(greedy.get(i), i);
                }
                for (int i = 1; i <= 5; i++) {
                    int times = i;
                    try (RawClient rejected = connect(server, "127.0.0.1")) {
                        rejected.assertClosedByServer();
                    }
                    Await.that(
                            "not counted",
                            () -> server.counters().reached(LimitType.MAX_CONNECTIONS_PER_ADDRESS) == times);
                }
                try (RawClient second = new RawClient(server.addresses().get(1), InetAddress.getLoopbackAddress())) {
                    second.assertClosedByServer(); // all listening sockets count together
                }
                try (RawClient other = connect(server, "127.0.0.2")) {
                    call(other, 7);
                }
                for (RawClient client : greedy) {
                    call(client, 8);
                }
                assertEquals(server.counters().reached(LimitType.MAX_CONNECTIONS), 0, "accepting paused");
                assertEquals(server.counters().acceptedConnections(), 4);
                for (int round = 0; round < 3; round++) { // however a connection ends, it frees one place
                    end(greedy.remove(0), round);
                    Await.that(
                            "a closed connection counts",
                            () -> server.counters().openConnections() == 2);
                    greedy.add(connect(server, "127.0.0.1"));
                    call(greedy.get(2), 9);
                    try (RawClient rejected = connect(server, "127.0.0.1")) {
                        rejected.assertClosedByServer();
                    }
                }
            } finally {
                for (RawClient client : greedy) {
                    client.close();
                }
            }
            assertTrue(log.awaitCount("maxConnectionsPerAddress is 3") >= 1, log.text());
        }
    }

    private static void end(RawClient client, int round) throws Exception {
        if (round == 1) { // by the server
            client.send(new byte[] {-1, -1, -1, -1});
            client.assertClosedByServer();
        }
        client.close();
    }

    /** A rejected peer takes no permit of the limit for all peers. */
    public void aRejectedPeerTakesNoPermit(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient()
                .maxConnections(2)
                .maxConnectionsPerAddress(1)
                .build();
        try (LogCapture quiet = LogCapture.start();
                ThriftServer server = strategy.builder(new HeldProcessor())
                        .limits(limits)
                        .build()
                        .start();
                RawClient first = connect(server, "127.0.0.1")) {
            call(first, 1);
            for (int i = 0; i < 20; i++) {
                try (RawClient rejected = connect(server, "127.0.0.1")) {
                    rejected.assertClosedByServer();
                }
            }
            try (RawClient other = connect(server, "127.0.0.2")) {
                call(other, 2);
            }
            assertEquals(server.counters().reached(LimitType.MAX_CONNECTIONS_PER_ADDRESS), 20, quiet.text());
        }
    }
}
