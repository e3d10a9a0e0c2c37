package io.grizzlythrift.test;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a port for a server that binds it later, or again. It is below those that the kernel gives to sockets that ask for
 * any port (by default, Linux: from 32,768, others from 49,152), so it gives it to no other test or process meanwhile.
 */
public final class FreePort {
    private static final int FIRST = 10_000;
    private static final int END = 30_000;

    private FreePort() {}

    /** {@return a port on which nothing listens} */
    public static int find() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException taken) {
                // another one is free
            }
        }
    }
}
