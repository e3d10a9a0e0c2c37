package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.discovery.EndpointAddress;
import java.util.Arrays;
import java.util.List;

/** The servers that may take calls now. Immutable; replaced whenever one of them changes. */
public final class EndpointSelection {
    private static final Endpoint[] NO_ENDPOINTS = {};

    static final EndpointSelection NONE =
            new EndpointSelection(NO_ENDPOINTS, List.of(), null, NO_ENDPOINTS, NO_ENDPOINTS, NO_ENDPOINTS);

    private final Endpoint[] usable;

    /** The addresses of the usable servers when the picker was created. */
    private final List<EndpointAddress> addresses;

    /** Null for fewer than two servers. */
    private final Balancer.Picker picker;

    /** Ejected servers with an open connection, each of which one call may probe. */
    private final Endpoint[] probing;

    /** Servers whose first connection is being opened. */
    private final Endpoint[] connecting;

    /** Servers that have no connection but should have one. */
    private final Endpoint[] unconnected;

    private EndpointSelection(
            Endpoint[] usable,
            List<EndpointAddress> addresses,
            Balancer.Picker picker,
            Endpoint[] probing,
            Endpoint[] connecting,
            Endpoint[] unconnected) {
        this.usable = usable;
        this.addresses = addresses;
        this.picker = picker;
        this.probing = probing;
        this.connecting = connecting;
        this.unconnected = unconnected;
    }

    /** Returns the next selection. Reuses the picker if the usable servers and their addresses have not changed. */
    EndpointSelection next(
            Balancer balancer,
            List<Endpoint> open,
            List<Endpoint> toProbe,
            List<Endpoint> beingConnected,
            List<Endpoint> toConnect) {
        Endpoint[] next = open.toArray(Endpoint[]::new);
        List<EndpointAddress> nextAddresses =
                open.stream().map(Endpoint::address).toList();
        Balancer.Picker nextPicker = null;
        if (next.length > 1) {
            boolean same = picker != null && Arrays.equals(usable, next) && addresses.equals(nextAddresses);
            nextPicker = same ? picker : balancer.picker(List.of(next));
        }
        return new EndpointSelection(
                next,
                nextAddresses,
                nextPicker,
                toProbe.toArray(NO_ENDPOINTS),
                beingConnected.toArray(NO_ENDPOINTS),
                toConnect.toArray(NO_ENDPOINTS));
    }

    /** {@return the servers that may take calls; callers must not modify the array} */
    public Endpoint[] usable() {
        return usable;
    }

    /** {@return whether a server other than this one may take calls and has an open connection} */
    public boolean isOpenElsewhere(String server) {
        for (Endpoint endpoint : usable) {
            if (!endpoint.name().equals(server) && !endpoint.open().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether there are servers to probe or to connect} */
    public boolean hasChores() {
        return probing.length + unconnected.length > 0;
    }

    public Endpoint[] probing() {
        return probing;
    }

    public Endpoint[] connecting() {
        return connecting;
    }

    public Endpoint[] unconnected() {
        return unconnected;
    }

    /** Picks the server for a call. Returns null if there is none. */
    public Endpoint pick(PendingCall call) {
        if (usable.length == 1) {
            return usable[0];
        }
        if (usable.length == 0) {
            return null;
        }
        return usable[picker.pick(call, Endpoint.of(call.avoided()))];
    }
}
