package io.grizzlythrift.message;

import org.apache.thrift.protocol.TMultiplexedProtocol;

/** A name in the header of a call: a method, and in front of it the service if the client uses several. */
public final class MultiplexedName {
    private MultiplexedName() {}

    /**
     * Returns the service.
     *
     * @param name as in the header
     * @return empty if the name has none
     */
    public static String serviceOf(String name) {
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0 ? "" : name.substring(0, separator);
    }

    /**
     * Returns the method.
     *
     * @param name as in the header
     * @return what follows the service
     */
    public static String methodOf(String name) {
        return name.substring(name.indexOf(TMultiplexedProtocol.SEPARATOR) + 1);
    }
}
