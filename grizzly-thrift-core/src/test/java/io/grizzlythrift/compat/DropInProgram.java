package io.grizzlythrift.compat;

import java.util.List;

/** A test's view of a program that serves {@code Everything}. Public, for programs that are loaded separately. */
public interface DropInProgram {
    /** Returns the port on which the program listens. */
    int port();

    /** Returns the events of its event handler so far, in order. */
    List<String> events();

    /** Returns the arguments of its oneway calls so far, in order. */
    List<String> notes();

    /** Returns whether its server reports that it serves. */
    boolean isServing();

    /** Stops its server. */
    void stop();

    /** Returns the thread that serves. */
    Thread main();
}
