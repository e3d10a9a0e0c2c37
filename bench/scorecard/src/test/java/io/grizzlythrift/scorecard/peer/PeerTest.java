package io.grizzlythrift.scorecard.peer;

import io.grizzlythrift.scorecard.row.RowTest;
import io.grizzlythrift.scorecard.server.ServerChild;
import io.grizzlythrift.scorecard.server.ServerOptions;
import io.grizzlythrift.scorecard.variant.Strategy;
import io.grizzlythrift.scorecard.variant.Wire;
import java.util.Arrays;
import java.util.Iterator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class PeerTest {
    @DataProvider
    static Iterator<Object[]> wires() {
        return Arrays.stream(Wire.values()).map(wire -> new Object[] {wire}).iterator();
    }

    /** TLS closes the connection itself when the server resets it, as it does with bytes that it has not read. */
    @Test(dataProvider = "wires", timeOut = RowTest.LIMIT_MILLIS)
    public void isResetAfterTheServerHasResetIt(Wire wire) throws Exception {
        try (ServerChild server = ServerChild.start(ServerOptions.of(Strategy.SAME_THREAD, wire))) {
            Peer peer = Peer.connect(server.port(), wire);
            server.freeze();
            peer.send(Frames.echo(1, "never read"));
            server.kill();
            peer.untilClosed();
            peer.reset();
        }
    }
}
