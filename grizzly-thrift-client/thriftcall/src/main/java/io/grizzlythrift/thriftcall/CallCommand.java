package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.generic.DeclaredException;
import io.grizzlythrift.client.generic.GenericClient;
import io.grizzlythrift.discovery.EndpointAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.thrift.TException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls a method, once or for each line of a file. */
@Command(
        name = "call",
        description = "Call a method. The arguments are a JSON object by name; none means {}.",
        footer = {
            "",
            "JSON: enums by name or number, binary as base64, maps with keys that are not texts as [[key, value], ...],",
            "unions with one member. 'describe' prints arguments to start from.",
            "",
            "With --lines, a line of JSON is printed for each call, in the order in which the calls end:",
            "{\"line\":1,\"result\":...}, {\"line\":1,\"exception\":NAME,\"value\":...} or {\"line\":1,\"error\":KIND,...}"
        })
final class CallCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The server.")
    private String server;

    @Parameters(
            index = "1",
            paramLabel = "SERVICE.METHOD",
            description = "The method; without SERVICE if only one service has it.")
    private String method;

    @Parameters(index = "2", arity = "0..1", paramLabel = "JSON", description = "The arguments.")
    private String argument;

    @Option(
            names = {"-d", "--data"},
            paramLabel = "JSON",
            description = "The arguments; @FILE reads them from a file, and - from the standard input.")
    private String data;

    @Option(
            names = "--lines",
            paramLabel = "FILE",
            description = "Make a call for each line of this file, which has the arguments; - is the standard input.")
    private String lines;

    @Option(
            names = "--concurrency",
            paramLabel = "CALLS",
            defaultValue = "1",
            description = "With --lines, the number of calls in flight, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    private int concurrency;

    @Option(
            names = "--keep-going",
            description = "With --lines, go on when the server cannot be reached or denies access.")
    private boolean keepGoing;

    @Option(
            names = "--multiplexed",
            paramLabel = "NAME",
            description = "The name of the service on a server with several (TMultiplexedProtocol).")
    private String multiplexed;

    @Mixin
    private DescriptionOptions description;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws Exception {
        if (concurrency < 1 || concurrency > 10_000) {
            throw CommandException.usage("--concurrency is " + concurrency + ", must be 1 to 10000", "");
        }
        if ((argument == null ? 0 : 1) + (data == null ? 0 : 1) + (lines == null ? 0 : 1) > 1) {
            throw CommandException.usage("the arguments are given twice", "Use one of JSON, --data and --lines.");
        }
        EndpointAddress address = Servers.address(server);
        ServiceCatalog described = description.catalog().orElse(null);
        if (described != null) {
            Target.find(described, method); // before connecting
        }
        Terminal terminal = output.terminal();
        try (ThriftClient client = connection.open(address, concurrency)) {
            ServiceCatalog catalog = described == null ? Servers.catalogOf(client) : described;
            GenericClient calls = client.generic(catalog);
            String name = Target.find(catalog, method).name();
            GenericClient target = multiplexed == null ? calls : calls.multiplexed(multiplexed);
            return lines == null ? callOnce(terminal, target, name) : callLines(terminal, target, name);
        }
    }

    private int callOnce(Terminal terminal, GenericClient calls, String name) throws IOException, TException {
        String json = argument != null ? argument : data == null ? "{}" : read(data);
        try {
            String result = calls.call(name, json);
            terminal.out().println(JsonPrinter.layout(terminal, result));
            terminal.out().flush();
            return ExitCode.OK.number();
        } catch (DeclaredException e) {
            terminal.err().println("thriftcall: " + name + " threw " + terminal.paint(Terminal.Color.BAD, e.name()));
            terminal.out().println(JsonPrinter.layout(terminal, terminal.readable() ? e.json() : asObject(e)));
            terminal.out().flush();
            return ExitCode.DECLARED_EXCEPTION.number();
        }
    }

    /** {@return the exception with its name, which in a pipe nothing else tells} */
    private static String asObject(DeclaredException thrown) {
        return JsonPrinter.json(json -> {
            json.writeStartObject();
            json.writeStringField("exception", thrown.name());
            json.writeFieldName("value");
            json.writeRawValue(thrown.json());
            json.writeEndObject();
        });
    }

    private int callLines(Terminal terminal, GenericClient calls, String name) throws Exception {
        try (InputStream in = lines.equals("-") ? System.in : Files.newInputStream(Path.of(lines));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            LineCalls all = new LineCalls(
                    terminal, json -> calls.callAsync(name, json), concurrency, keepGoing, System::nanoTime);
            return all.run(reader).number();
        } catch (IOException e) {
            throw unreadable(lines, e);
        }
    }

    private static String read(String data) {
        try {
            if (data.equals("-")) {
                return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return data.startsWith("@") ? Files.readString(Path.of(data.substring(1))) : data;
        } catch (IOException e) {
            throw unreadable(data, e);
        }
    }

    private static CommandException unreadable(String file, IOException e) {
        return new CommandException(ExitCode.USAGE, "cannot read " + file + ": " + e, "", e);
    }
}
