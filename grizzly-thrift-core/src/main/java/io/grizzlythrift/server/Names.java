package io.grizzlythrift.server;

import java.util.regex.Pattern;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/** Names as in the header of a call, which a peer wrote: a method, and a service in front of it if there is one. */
final class Names {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final int LOGGED_CHARS = 200;

    private Names() {}

    /** Empty if there is none. */
    static String serviceOf(String name) {
        int separator = name.indexOf(TMultiplexedProtocol.SEPARATOR);
        return separator < 0 ? "" : name.substring(0, separator);
    }

    static String methodOf(String name) {
        return name.substring(name.indexOf(TMultiplexedProtocol.SEPARATOR) + 1);
    }

    /** Fit for a log: it neither begins a line of its own nor fills it. */
    static String printable(String text) {
        String cut = text.length() <= LOGGED_CHARS ? text : text.substring(0, LOGGED_CHARS) + "...";
        return NOT_PRINTABLE.matcher(cut).replaceAll("?");
    }
}
