package io.grizzlythrift.bench.option;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Checks of options that name a host. */
public final class Hosts {
    private Hosts() {}

    /**
     * Looks up a host.
     *
     * @param option name of the option, without dashes
     * @param host its value
     * @return the address of the host
     * @throws IllegalArgumentException if the host has no address
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
     * Looks up a host that must be this machine.
     *
     * @param option name of the option, without dashes
     * @param host its value
     * @return an address on which a server can listen
     * @throws IllegalArgumentException if the host is not this machine
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
