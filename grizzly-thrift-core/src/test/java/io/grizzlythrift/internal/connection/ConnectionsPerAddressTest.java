package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.Test;

/** Tests the limit of connections per peer address. */
@Test(timeOut = 60_000)
public final class ConnectionsPerAddressTest {
    private static final AtomicInteger PORTS = new AtomicInteger(1024);

    private static Connection<?> from(String address) throws Exception {
        InetSocketAddress peer =
                new InetSocketAddress(InetAddress.getByName(address), PORTS.getAndIncrement() % 60_000 + 1024);
        return (Connection<?>) Proxy.newProxyInstance(
                ConnectionsPerAddressTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPeerAddress" -> peer;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ConnectionsPerAddress max(int max) {
        return new ConnectionsPerAddress(OptionalInt.of(max));
    }

    public void eachAddressHasItsOwnLimit() throws Exception {
        ConnectionsPerAddress peers = max(2);
        Connection<?> first = from("192.0.2.1");
        assertTrue(peers.tryAcquire(first));
        assertTrue(peers.tryAcquire(from("192.0.2.1")));
        assertFalse(peers.tryAcquire(from("192.0.2.1")));
        assertTrue(peers.tryAcquire(from("192.0.2.2")));
        peers.release(first);
        assertTrue(peers.tryAcquire(from("192.0.2.1")));
        assertFalse(peers.tryAcquire(from("192.0.2.1")));
    }

    /** Releasing twice, or without having acquired, changes nothing. */
    public void aPermitIsReleasedOnce() throws Exception {
        ConnectionsPerAddress peers = max(1);
        Connection<?> first = from("192.0.2.1");
        assertTrue(peers.tryAcquire(first));
        Connection<?> rejected = from("192.0.2.1");
        assertFalse(peers.tryAcquire(rejected));
        peers.release(rejected);
        assertFalse(peers.tryAcquire(from("192.0.2.1")));
        peers.release(first);
        peers.release(first);
        assertEquals(peers.size(), 0);
        assertTrue(peers.tryAcquire(from("192.0.2.1")));
        peers.release(first);
        assertFalse(peers.tryAcquire(from("192.0.2.1")));
    }

    public void addressesOfOneIpv6NetworkCountTogether() throws Exception {
        ConnectionsPerAddress peers = max(1);
        assertTrue(peers.tryAcquire(from("2001:db8:1:2::1")));
        assertFalse(peers.tryAcquire(from("2001:db8:1:2:ffff:ffff:ffff:ffff")));
        assertTrue(peers.tryAcquire(from("2001:db8:1:3::1")));
        assertTrue(peers.tryAcquire(from("192.0.2.1")));
        assertFalse(peers.tryAcquire(from("::ffff:192.0.2.1")), "the same address, mapped");
    }

    public void withoutALimitEverythingIsAdmitted() throws Exception {
        ConnectionsPerAddress peers = new ConnectionsPerAddress(OptionalInt.empty());
        for (int i = 0; i < 100; i++) {
            assertTrue(peers.tryAcquire(from("192.0.2.1")));
        }
        assertEquals(peers.size(), 0);
        peers.release(from("192.0.2.1"));
    }

    public void manyThreads() throws Exception {
        int threads = 8;
        ConnectionsPerAddress peers = max(3);
        AtomicInteger open = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> ends = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<Integer> rounds = () -> {
                    int most = 0;
                    for (int round = 0; round < 20_000; round++) {
                        Connection<?> connection = from("192.0.2.1");
                        if (peers.tryAcquire(connection)) {
                            most = Math.max(most, open.incrementAndGet());
                            open.decrementAndGet();
                            peers.release(connection);
                        }
                    }
                    return most;
                };
                ends.add(pool.submit(rounds));
            }
            for (Future<Integer> end : ends) {
                assertTrue(end.get(40, TimeUnit.SECONDS) <= 3);
            }
        } finally {
            pool.shutdownNow();
        }
        assertEquals(peers.size(), 0);
    }
}
