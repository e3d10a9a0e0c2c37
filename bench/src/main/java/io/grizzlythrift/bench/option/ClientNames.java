package io.grizzlythrift.bench.option;

import io.grizzlythrift.bench.load.LoadClients;
import java.util.ArrayList;

/** The names of the clients, for the help text. */
public final class ClientNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Creates the list of all clients. */
    public ClientNames() {
        super(LoadClients.names());
    }
}
