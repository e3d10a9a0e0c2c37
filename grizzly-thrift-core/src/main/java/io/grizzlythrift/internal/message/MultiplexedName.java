package io.grizzlythrift.internal.message;

import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * Splits the name in the header of a multiplexed call, {@code service:method}; a plain call has just {@code method}.
 */
public final class MultiplexedName {
    private MultiplexedName() {}

    /**
     * Returns the service of a name.
     *
     * @param name the name in the header
     * @return the service; an empty string if there is none
     */
    public static String serviceOf(String name) {
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0 ? "" : name.substring(0, separator);
    }

    /**
     * Returns the method of a name.
     *
     * @param name the name in the header
     * @return the name without the service
     */
    public static String methodOf(String name) {
        return name.substring(name.indexOf(TMultiplexedProtocol.SEPARATOR) + 1);
    }
}
