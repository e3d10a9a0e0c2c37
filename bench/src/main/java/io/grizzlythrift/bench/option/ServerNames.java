package io.grizzlythrift.bench.option;

import io.grizzlythrift.bench.server.Servers;
import java.util.ArrayList;

/** The names of the servers, for the help text. */
public final class ServerNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Creates the list of all servers. */
    public ServerNames() {
        super(Servers.names());
    }
}
