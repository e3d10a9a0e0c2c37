package io.grizzlythrift.bench.option;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Checks of options that name a host. */
public final class Hosts {
    private Hosts() {}

    /**
     * Looks a host up.
     *
     * @param option the option, without dashes
     * @param host as given
     * @return its address
     * @throws IllegalArgumentException if it has none
     */
    public static InetAddress requireKnown(String option, String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    option + " is " + host + ", must be a host name that is known, or an address", unknown);
        }
    }

    /**
     * Looks up a host that is this machine.
     *
     * @param option the option, without dashes
     * @param host as given
     * @return its address, where a server can listen
     * @throws IllegalArgumentException if it is not this machine
     */
    public static InetAddress requireLocal(String option, String host) {
        InetAddress address = requireKnown(option, host);
        try {
            if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
                return address;
            }
        } catch (SocketException unknown) {
            throw new IllegalArgumentException(option + " is " + host + ": " + unknown.getMessage(), unknown);
        }
        throw new IllegalArgumentException(option + " is " + host + ", must be an address of this machine");
    }
}
