package io.grizzlythrift.bench;

import io.grizzlythrift.bench.load.LoadClients;
import java.util.ArrayList;

/** Lists the clients in the help text. */
final class ClientNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    ClientNames() {
        super(LoadClients.names());
    }
}
