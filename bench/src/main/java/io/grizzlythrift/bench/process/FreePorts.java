package io.grizzlythrift.bench.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for processes that bind them later, or again. They are below those that the kernel gives to sockets that ask for
 * any port (by default, Linux: from 32,768, others from 49,152), so it gives none of them to another process meanwhile.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int END = 30_000;

    private FreePorts() {}

    /** {@return different ports on which nothing listens} */
    public static List<Integer> find(int count) throws IOException {
        Set<Integer> ports = new LinkedHashSet<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                ports.add(free.getLocalPort());
            } catch (BindException taken) {
                // another one is free
            }
        }
        return List.copyOf(ports);
    }
}
