package io.grizzlythrift.scorecard;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.server.ThriftServerBuilder;
import java.io.IOException;
import java.net.Socket;
import java.util.Locale;

/** What the bytes travel over. Rows that shall hold on each of them run once for each constant. */
enum Wire {
    PLAIN {
        @Override
        void prepare(ThriftServerBuilder server) {}

        @Override
        void prepare(ThriftClientBuilder client) {}

        @Override
        Socket over(Socket connected) {
            return connected;
        }
    };

    /** Has a server speak it. Runs in the server's process. */
    abstract void prepare(ThriftServerBuilder server);

    /** Has a client of ours speak it. */
    abstract void prepare(ThriftClientBuilder client);

    /** What a raw peer reads from and writes to; the connection stays its own, so that it can be reset. */
    abstract Socket over(Socket connected) throws IOException;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
