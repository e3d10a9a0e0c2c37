package io.grizzlythrift.testkit.testng;

import static org.testng.Assert.assertTrue;
import static org.testng.Assert.fail;

import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.gen.Stock;
import java.net.Socket;
import org.testng.annotations.Listeners;
import org.testng.annotations.Test;

/** Run by {@link ThriftServerListenerTest}. */
@Listeners(ThriftServerListener.class)
public class WatchedClass {
    static ScriptedServer last;

    private final ScriptedServer server = ScriptedServer.of(Stock.class);

    @Test(priority = 1)
    public void zeroth() {
        fail("on purpose");
    }

    @Test(priority = 2)
    public void first() throws Exception {
        last = server;
        new Socket(server.address().getAddress(), server.port()).close();
        server.whenAny().thenReply(1);
        assertTrue(server.toString().endsWith("1 scripts, 0 calls"), server.toString());
    }

    @Test(priority = 3)
    public void second() {
        assertTrue(server.toString().endsWith("0 scripts, 0 calls"), server.toString());
    }
}
