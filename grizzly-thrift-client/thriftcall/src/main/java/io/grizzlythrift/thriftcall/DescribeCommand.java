package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.client.ThriftClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes a service, a method or a type. */
@Command(
        name = "describe",
        description =
                "Describe a service, a method or a type, as in the IDL. A method has its types, too, and a call to copy.")
final class DescribeCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..2",
            paramLabel = "[HOST:PORT] NAME",
            hideParamSyntax = true,
            description =
                    "The server to ask, unless --idl or --jar describes its services; and Service, Service.method or a"
                            + " type. Without a name, everything is described.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private DescriptionOptions description;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        Terminal terminal = output.terminal();
        String server = !words.isEmpty() && Servers.isAddress(words.get(0)) ? words.remove(0) : "";
        if (words.size() > 1) {
            throw CommandException.usage("'" + words.get(0) + "' is not HOST:PORT", "");
        }
        ServiceCatalog catalog = description.catalog().orElseGet(() -> askServer(server));
        Describer describer = new Describer(terminal, catalog, server.isEmpty() ? "HOST:PORT" : server);
        terminal.out().println(words.isEmpty() ? describer.all() : describer.named(words.get(0)));
        terminal.out().flush();
        return ExitCode.OK.number();
    }

    private ServiceCatalog askServer(String server) {
        if (server.isEmpty()) {
            throw CommandException.usage(
                    "nothing describes the services", "Name the server as HOST:PORT, or use --idl FILE or --jar FILE.");
        }
        try (ThriftClient client = connection.open(Servers.address(server), 1)) {
            return Servers.catalogOf(client);
        }
    }
}
