package io.grizzlythrift.bench.option;

import io.grizzlythrift.bench.server.Servers;
import java.util.ArrayList;

/** Lists the servers in the help text. */
public final class ServerNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Lists them. */
    public ServerNames() {
        super(Servers.names());
    }
}
