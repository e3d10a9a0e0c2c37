package io.grizzlythrift.bench.service;

import java.util.Locale;

/** The methods of the service that have a reply, each with the arguments that a load run sends. */
public enum Method {
    /** No arguments. */
    PING,
    /** Two numbers. */
    ADD,
    /** A text of {@code size} characters. */
    ECHO,
    /** {@code size} bytes. */
    BLOB,
    /** A struct whose text and bytes make {@code size} together, and eight ids. */
    WORK,
    /** A text in, a yes out. */
    EXIST_USER,
    /** A record in, a yes out. */
    CREATE_USER,
    /** A number in, a record out. */
    GET_USER,
    /** A number in, a page of records out. */
    LIST_USER,
    /** Blocks the handler's thread for {@code handlerMicros}, in whole milliseconds. */
    SLEEP,
    /** Keeps a core busy for {@code handlerMicros}. */
    BURN;

    /** {@return the name as on the command line} */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return whether the arguments are of the size that a load run sets} */
    public boolean hasSize() {
        return this == ECHO || this == BLOB || this == WORK;
    }
}
