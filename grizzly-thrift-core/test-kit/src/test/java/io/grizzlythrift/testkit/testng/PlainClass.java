package io.grizzlythrift.testkit.testng;

import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.gen.Stock;
import org.testng.annotations.Test;

/** Run by {@link ThriftServerListenerTest}. */
public class PlainClass {
    static ScriptedServer last;

    private final ScriptedServer server = ScriptedServer.of(Stock.class);

    @Test
    public void third() {
        last = server;
    }
}
