package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Everything;

/** A connection to a server of {@link Everything}, for one thread. */
public interface EverythingClient extends AutoCloseable {
    /** Returns the methods, each of which waits for its reply. */
    Everything.Iface calls();

    @Override
    void close();
}
