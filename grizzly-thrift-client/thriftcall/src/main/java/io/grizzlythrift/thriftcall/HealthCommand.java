package io.grizzlythrift.thriftcall;

import io.grizzlythrift.client.ThriftClient;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether a server replies. */
@Command(
        name = "health",
        description = "Check whether a server replies to calls. Needs no description of its services.",
        footer = {
            "",
            "Without --method, a method that no server has is called, and the reply that it is unknown means healthy.",
            "Some servers disconnect instead; use --method for these."
        })
final class HealthCommand implements Callable<Integer> {
    private static final String UNKNOWN_METHOD = "__ping";
    private static final double NANOS_PER_MILLI = 1e6;

    @Parameters(paramLabel = "HOST:PORT", description = "The server.")
    private String server;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            description =
                    "Call this method without arguments, as method, or service:method on a server with several. An"
                            + " exception means unhealthy.")
    private String method;

    @Option(names = "--watch", description = "Check again and again.")
    private boolean watch;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "With --watch, the time between checks. Default: ${DEFAULT-VALUE}.")
    private Duration interval;

    @Option(
            names = "--count",
            paramLabel = "CHECKS",
            description = "With --watch, the number of checks. Default: no end.")
    private Integer count;

    @Mixin
    private ConnectionOptions connection;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = output.terminal();
        try (ThriftClient client = connection.open(Servers.address(server), 1)) {
            ExitCode code = check(terminal, client);
            for (int checks = 1; watch && (count == null || checks < count); checks++) {
                Thread.sleep(interval.toMillis());
                code = check(terminal, client);
            }
            return code.number();
        }
    }

    private ExitCode check(Terminal terminal, ThriftClient client) {
        long start = System.nanoTime();
        CommandException failure = null;
        try {
            ping(client);
        } catch (TException | RuntimeException e) {
            failure = Failures.of(e);
        }
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        terminal.out().println(terminal.readable() ? text(terminal, millis, failure) : json(millis, failure));
        terminal.out().flush();
        return failure == null ? ExitCode.OK : failure.code();
    }

    private String text(Terminal terminal, double millis, CommandException failure) {
        String time = String.format(Locale.ROOT, "%.1f ms", millis);
        return failure == null
                ? server + " " + terminal.paint(Terminal.Color.GOOD, "healthy") + ", " + time
                : server + " "
                        + terminal.paint(Terminal.Color.BAD, failure.code().label()) + ", " + time + ": "
                        + ThriftCall.oneLine(failure.getMessage());
    }

    private String json(double millis, CommandException failure) {
        return JsonPrinter.json(json -> {
            json.writeStartObject();
            json.writeStringField("server", server);
            json.writeBooleanField("healthy", failure == null);
            json.writeNumberField("millis", Math.round(millis * 10) / 10.0);
            if (failure != null) {
                json.writeStringField("error", failure.code().label());
                json.writeStringField("message", ThriftCall.oneLine(failure.getMessage()));
            }
            json.writeEndObject();
        });
    }

    private void ping(ThriftClient client) throws TException {
        try (TTransport transport = client.transport()) {
            TProtocol protocol = connection.protocol().getProtocol(transport);
            protocol.writeMessageBegin(new TMessage(method == null ? UNKNOWN_METHOD : method, TMessageType.CALL, 1));
            protocol.writeStructBegin(new TStruct("arguments"));
            protocol.writeFieldStop();
            protocol.writeStructEnd();
            protocol.writeMessageEnd();
            transport.flush();
            TMessage reply = protocol.readMessageBegin();
            if (reply.type == TMessageType.EXCEPTION) {
                TApplicationException thrown = TApplicationException.readFrom(protocol);
                if (method != null || thrown.getType() != TApplicationException.UNKNOWN_METHOD) {
                    throw thrown;
                }
            } else if (method != null) {
                requireResult(protocol);
            }
        }
    }

    /** In a result, field 0 is the value, and others are exceptions. */
    private void requireResult(TProtocol protocol) throws TException {
        protocol.readStructBegin();
        TField field = protocol.readFieldBegin();
        if (field.type != TType.STOP && field.id != 0) {
            throw new CommandException(
                    ExitCode.DECLARED_EXCEPTION, method + " threw an exception that it declares", "", null);
        }
    }
}
