package io.grizzlythrift.testkit.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grizzlythrift.testkit.LoopbackServer;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.TestServer;
import io.grizzlythrift.testkit.gen.Stock;
import java.net.ConnectException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs in JUnit 5: each repetition finds what the extension did after the one before. */
@ExtendWith(ThriftServerExtensionTest.AfterTheExtension.class)
@ExtendWith(ThriftServerExtension.class)
class ThriftServerExtensionTest {
    private static final List<LoopbackServer> BEFORE = new ArrayList<>();
    private static final ScriptedServer SHARED = ScriptedServer.of(Stock.class);

    private final ScriptedServer scripted = ScriptedServer.of(Stock.class);
    private final TestServer served = TestServer.of((Stock.Iface) String::length);

    @RepeatedTest(2)
    void closesServersOfInstancesAndClearsOthers() throws Exception {
        for (LoopbackServer each : BEFORE) {
            assertClosed(each);
        }
        assertEquals(List.of(), SHARED.calls());
        assertOpen(scripted);
        assertOpen(served);
        assertOpen(SHARED);
        visit(SHARED);
        BEFORE.addAll(List.of(scripted, served));
    }

    private static void visit(ScriptedServer server) throws Exception {
        server.when("count").thenReply(1);
        try (TSocket socket = new TSocket(server.host(), server.port())) {
            socket.open();
            new Stock.Client(new TBinaryProtocol(socket)).count("pen");
        }
        assertEquals(1, server.calls().size());
    }

    private static void assertOpen(LoopbackServer server) throws Exception {
        new Socket(server.address().getAddress(), server.port()).close();
    }

    private static void assertClosed(LoopbackServer server) {
        assertThrows(ConnectException.class, () -> assertOpen(server));
    }

    /** Registered first, so it runs after the other one. */
    static final class AfterTheExtension implements AfterAllCallback {
        @Override
        public void afterAll(ExtensionContext context) {
            assertEquals(4, BEFORE.size());
            assertClosed(SHARED);
        }
    }
}
