package io.grizzlythrift.bench.option;

import io.grizzlythrift.bench.load.LoadClients;
import java.util.ArrayList;

/** Lists the clients in the help text. */
public final class ClientNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    /** Lists them. */
    public ClientNames() {
        super(LoadClients.names());
    }
}
