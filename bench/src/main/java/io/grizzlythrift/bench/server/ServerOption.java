package io.grizzlythrift.bench.server;

import io.grizzlythrift.bench.option.NamedValueConverter;
import java.util.EnumSet;
import java.util.Set;

/** An option of {@code serve} that some servers have no use for. {@link Servers} says which servers use it. */
public enum ServerOption {
    /** The address to listen on. */
    HOST,
    /** The encoding. */
    PROTOCOL,
    /** A bundled service, or a service class of a jar. */
    SERVICE,
    /** The user's own service. */
    SERVICE_JAR,
    /** The handler of the user's own service. */
    HANDLER,
    /** How long calls wait before they run. */
    DELAY,
    /** Which calls wait. */
    DELAY_EVERY,
    /** Threads that read and write. */
    IO_THREADS,
    /** Threads that run calls. */
    WORKER_THREADS,
    /** The threads that run the calls, by their strategy. */
    STRATEGY,
    /** The order of replies on a connection. */
    REPLY_ORDER,
    /** The only dialect accepted. */
    DIALECT,
    /** Number of interceptors. */
    INTERCEPTORS;

    /** The options of any server that runs a generated processor. */
    static final Set<ServerOption> OF_ANY_PROCESSOR =
            EnumSet.of(HOST, PROTOCOL, SERVICE, SERVICE_JAR, HANDLER, DELAY, DELAY_EVERY);

    /** {@return the name on the command line, without dashes} */
    @Override
    public String toString() {
        return NamedValueConverter.spelled(this);
    }
}
