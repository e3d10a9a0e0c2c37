package io.grizzlythrift.thriftcall;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.discovery.EndpointAddress;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** The server of a command. */
final class Servers {
    private Servers() {}

    static EndpointAddress address(String text) {
        try {
            return EndpointAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), "", e);
        }
    }

    static boolean isAddress(String text) {
        return text.matches(".+:\\d+");
    }

    /** Asks a server for its services. */
    static ServiceCatalog catalogOf(ThriftClient client) {
        try {
            return client.describeServer();
        } catch (TApplicationException e) {
            throw new CommandException(
                    ExitCode.SERVER_ERROR,
                    "the server does not describe its services: " + e.getMessage(),
                    "Describe them with --idl FILE or --jar FILE, or switch on the reflection of the server.",
                    e);
        } catch (TException e) {
            CommandException failure = Failures.of(e);
            boolean ended = failure.code() == ExitCode.CONNECTION_LOST; // some servers do so for an unknown service
            throw new CommandException(
                    failure.code(),
                    "the server did not describe its services: " + failure.getMessage(),
                    ended ? "Describe them with --idl FILE or --jar FILE." : failure.hint(),
                    e);
        }
    }
}
