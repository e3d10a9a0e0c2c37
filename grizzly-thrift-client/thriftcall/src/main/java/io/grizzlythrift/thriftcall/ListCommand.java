package io.grizzlythrift.thriftcall;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grizzlythrift.catalog.IdlText;
import io.grizzlythrift.catalog.MethodDescription;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.catalog.ServiceDescription;
import io.grizzlythrift.client.ThriftClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists services and their methods. */
@Command(name = "list", description = "List the services and their methods.")
final class ListCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "HOST:PORT",
            description = "The server to ask, unless --idl or --jar describes its services.")
    private String server;

    @Mixin
    private DescriptionOptions description;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        Terminal terminal = output.terminal();
        ServiceCatalog catalog = description.catalog().orElseGet(this::askServer);
        if (terminal.readable()) {
            catalog.services().forEach(service -> print(terminal, catalog, service));
        } else {
            terminal.out().println(JsonPrinter.json(json -> write(json, catalog)));
        }
        terminal.out().flush();
        return ExitCode.OK.number();
    }

    private ServiceCatalog askServer() {
        if (server == null) {
            throw CommandException.usage(
                    "nothing describes the services", "Name the server as HOST:PORT, or use --idl FILE or --jar FILE.");
        }
        try (ThriftClient client = connection.open(Servers.address(server), 1)) {
            return Servers.catalogOf(client);
        }
    }

    private static void print(Terminal terminal, ServiceCatalog catalog, ServiceDescription service) {
        IdlText idl = new IdlText(catalog, terminal.idlColors());
        terminal.out().println(terminal.paint(Terminal.Color.NAME, ThriftCall.oneLine(service.callName())));
        service.methods().forEach(method -> terminal.out().print(idl.signature(method)));
    }

    private static void write(JsonGenerator json, ServiceCatalog catalog) throws IOException {
        json.writeStartArray();
        for (ServiceDescription service : catalog.services()) {
            for (MethodDescription method : service.methods()) {
                json.writeString(service.callName() + "." + method.name());
            }
        }
        json.writeEndArray();
    }
}
