package io.grizzlythrift.internal.connection;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.Processor;
import org.glassfish.grizzly.filterchain.FilterChainContext;

/**
 * Lets all connections of a filter chain share one state of that chain. Grizzly keeps the remainders in it that filters
 * return with their next action, and makes one for each connection: nine objects, four of which each event reads. A chain
 * whose filters never return a remainder never writes to it, so one is enough. {@link #shareStateOf} names that chain: a
 * filter may be in other chains, too, whose filters may return remainders.
 *
 * <p>The first connections have states of their own; the chain makes them. {@link #learn} keeps the first that it sees, and
 * connections that are accepted from then on get that one before their first event.
 *
 * <p>Thread-safe: the state is read and written through one volatile field, and nobody changes the state itself.
 */
public final class SharedFilterState extends ConnectionProbe.Adapter {
    private volatile Object shared;

    private volatile Processor<?> chain;

    /** Makes an object that shares no state. */
    public SharedFilterState() {}

    /**
     * Sets the only chain whose state is shared. Call it once, before the chain gets a connection.
     *
     * @param plain a chain whose filters return no remainders
     */
    public void shareStateOf(Processor<?> plain) {
        chain = plain;
    }

    /**
     * Keeps the state of a connection for later ones. Does nothing if there is one already, or if another chain runs.
     *
     * @param running the chain runs in it, so it has made the state of the connection
     */
    public void learn(FilterChainContext running) {
        Processor<?> runs = running.getFilterChain();
        if (shared == null && runs == chain) {
            shared = stateOf(running.getConnection(), runs);
        }
    }

    private static Object stateOf(Connection<?> connection, Processor<?> chain) {
        return connection.obtainProcessorState(chain, () -> {
            throw new IllegalStateException("the chain has not made its state of " + connection);
        });
    }

    /** Gives a connection the shared state, before the chain handles its first event. */
    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as declared by Grizzly
    public void onAcceptEvent(Connection serverConnection, Connection accepted) {
        Object known = shared;
        if (known != null) {
            // facts.md#a-filter-chain-keeps-state-per-connection
            accepted.obtainProcessorState(chain, () -> known);
        }
    }
}
