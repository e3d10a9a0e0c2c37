package io.grizzlythrift.internal.json;

import io.grizzlythrift.catalog.json.CatalogJson;
import io.grizzlythrift.internal.dispatch.ServerCatalog;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.reflection.Reflection;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/** Describes the services of a server to its clients. Thread-safe: each text is made once, when it is first asked for. */
public final class ReflectionService implements Reflection.Iface {
    /** Its name for multiplexed calls, which no other service can have: {@value}. */
    public static final String NAME = "grizzlythrift.Reflection";

    /** The names of its methods in the headers of calls. */
    static final String CATALOG = NAME + TMultiplexedProtocol.SEPARATOR + "catalog";

    static final String IDL = NAME + TMultiplexedProtocol.SEPARATOR + "idl";

    private final ServerCatalog served;

    /** Null until they are made. Guarded by this. */
    private String json;

    private String idl;

    private ReflectionService(ServerCatalog served) {
        this.served = served;
    }

    /** {@return its processor} */
    public static TProcessor processor(ServerCatalog served) {
        return new Reflection.Processor<Reflection.Iface>(new ReflectionService(served));
    }

    /** {@return a table of this service alone} */
    static ProcessorTable tableOf(ServerCatalog served) {
        return new ProcessorTable(null, Map.of(NAME, processor(served)));
    }

    @Override
    public synchronized String catalog() {
        if (json == null) {
            json = new String(CatalogJson.write(served.get()), StandardCharsets.UTF_8);
        }
        return json;
    }

    @Override
    public synchronized String idl() {
        if (idl == null) {
            idl = served.get().toIdl();
        }
        return idl;
    }
}
