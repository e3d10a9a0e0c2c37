package io.grizzlythrift.compat;

import java.util.List;

/** What a test sees of a program that serves {@code Everything}. Public, for programs that are loaded separately. */
public interface DropInProgram {
    /** Where it listens. */
    int port();

    /** The events of its event handler so far, in order. */
    List<String> events();

    /** What its oneway calls brought so far, in this order. */
    List<String> notes();

    /** Whether its server says that it serves. */
    boolean isServing();

    /** Stops its server. */
    void stop();

    /** The thread that serves. */
    Thread main();
}
