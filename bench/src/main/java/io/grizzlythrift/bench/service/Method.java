package io.grizzlythrift.bench.service;

import java.util.Locale;

/** The methods of the service that have a reply, with the arguments that a load run sends. */
public enum Method {
    /** No arguments. */
    PING,
    /** Two numbers. */
    ADD,
    /** A text of {@code size} characters. */
    ECHO,
    /** {@code size} bytes. */
    BLOB,
    /** A struct with a text and bytes of {@code size} in total, and eight ids. */
    WORK,
    /** Takes a text and returns true. */
    EXIST_USER,
    /** Takes a record and returns true. */
    CREATE_USER,
    /** Takes a number and returns a record. */
    GET_USER,
    /** Takes a number and returns a page of records. */
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

    /** {@return whether the arguments have the size that a load run sets} */
    public boolean hasSize() {
        return this == ECHO || this == BLOB || this == WORK;
    }
}
