package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.connection.PooledConnection;
import io.grizzlythrift.client.inflight.PendingCall;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.Arrays;
import java.util.List;

/** The servers that may take calls now. Immutable; replaced whenever one of them changes. */
public final class EndpointSelection {
    static final EndpointSelection NONE =
            new EndpointSelection(new Endpoint[0], List.of(), null, new Endpoint[0], new Endpoint[0]);

    private final Endpoint[] usable;

    /** As the picker saw them when it was made. */
    private final List<EndpointAddress> addresses;

    /** Null for less than two servers. */
    private final Balancer.Picker picker;

    /** Ejected servers, of which one call may find out whether they work again. */
    private final Endpoint[] probing;

    /** Servers that have no connection and should have one. */
    private final Endpoint[] unconnected;

    private EndpointSelection(
            Endpoint[] usable,
            List<EndpointAddress> addresses,
            Balancer.Picker picker,
            Endpoint[] probing,
            Endpoint[] unconnected) {
        this.usable = usable;
        this.addresses = addresses;
        this.picker = picker;
        this.probing = probing;
        this.unconnected = unconnected;
    }

    /** Returns the next selection. Its picker is that of this one if nothing that it may have looked at has changed. */
    EndpointSelection next(Balancer balancer, List<Endpoint> open, List<Endpoint> toProbe, List<Endpoint> toConnect) {
        Endpoint[] next = open.toArray(Endpoint[]::new);
        List<EndpointAddress> nextAddresses =
                open.stream().map(Endpoint::address).toList();
        Balancer.Picker nextPicker = null;
        if (next.length > 1) {
            boolean same = picker != null && Arrays.equals(usable, next) && addresses.equals(nextAddresses);
            nextPicker = same ? picker : balancer.picker(List.of(next));
        }
        return new EndpointSelection(
                next, nextAddresses, nextPicker, toProbe.toArray(Endpoint[]::new), toConnect.toArray(Endpoint[]::new));
    }

    /** {@return the servers that may take calls; not to be changed} */
    public Endpoint[] usable() {
        return usable;
    }

    /** {@return whether a connection is open to another server than this one, which may take calls} */
    public boolean isOpenElsewhere(String server) {
        for (Endpoint endpoint : usable) {
            if (!endpoint.name().equals(server) && !endpoint.open().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether something is to be done before a server is picked} */
    public boolean hasChores() {
        return probing.length + unconnected.length > 0;
    }

    public Endpoint[] probing() {
        return probing;
    }

    public Endpoint[] unconnected() {
        return unconnected;
    }

    /** Returns the server of a call; null if there is none. */
    public Endpoint pick(PendingCall call) {
        if (usable.length == 1) {
            return usable[0];
        }
        if (usable.length == 0) {
            return null;
        }
        Endpoint avoided = call.avoided() instanceof PooledConnection before ? Endpoint.of(before) : null;
        return usable[picker.pick(call, avoided)];
    }
}
