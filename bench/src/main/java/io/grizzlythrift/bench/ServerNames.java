package io.grizzlythrift.bench;

import io.grizzlythrift.bench.server.Servers;
import java.util.ArrayList;

/** Lists the servers in the help text. */
final class ServerNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    ServerNames() {
        super(Servers.names());
    }
}
