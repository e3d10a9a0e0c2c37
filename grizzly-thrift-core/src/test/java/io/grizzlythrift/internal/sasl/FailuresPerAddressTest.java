package io.grizzlythrift.internal.sasl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.Connection;
import org.testng.annotations.Test;

/** Tests the count of failures with a clock of its own. */
@Test
public final class FailuresPerAddressTest {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // which overflows
    private final FailuresPerAddress failures = new FailuresPerAddress(2, WINDOW, clock::get);

    private static Connection<?> from(String address) {
        return (Connection<?>) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> new InetSocketAddress(address, 1));
    }

    public void countsInAWindow() {
        failures.count(from("127.0.0.1"));
        assertFalse(failures.isAtLimit(from("127.0.0.1")));
        clock.addAndGet(WINDOW.toNanos() - 1);
        failures.count(from("127.0.0.1"));
        assertTrue(failures.isAtLimit(from("127.0.0.1")));
        assertFalse(failures.isAtLimit(from("127.0.0.2")));
        clock.addAndGet(1);
        assertFalse(failures.isAtLimit(from("127.0.0.1")));
        failures.count(from("127.0.0.1"));
        assertFalse(failures.isAtLimit(from("127.0.0.1")));
    }

    /** One host may use any address of a network. */
    public void countsNetworksOfIpv6() {
        failures.count(from("2001:db8::1"));
        failures.count(from("2001:db8::2"));
        assertTrue(failures.isAtLimit(from("2001:db8::3")));
        assertFalse(failures.isAtLimit(from("2001:db8:0:1::3")));
    }

    /** The address whose window began first gives way, and a new one is counted like any other. */
    public void theNumberOfAddressesIsBounded() {
        FailuresPerAddress full = new FailuresPerAddress(2, WINDOW, clock::get);
        for (int i = 0; i < FailuresPerAddress.MAX_ADDRESSES; i++) {
            full.count(numbered(i));
            full.count(numbered(i));
        }
        assertTrue(full.isAtLimit(numbered(0)));
        full.count(from("192.0.2.1"));
        full.count(from("192.0.2.1"));
        assertTrue(full.isAtLimit(from("192.0.2.1")));
        assertFalse(full.isAtLimit(numbered(0)));
        assertTrue(full.isAtLimit(numbered(1)));
        assertEquals(full.size(), FailuresPerAddress.MAX_ADDRESSES);
    }

    /** Windows that have ended are forgotten in the order in which they began, also if the address failed again later. */
    public void windowsEndInTheirOrder() {
        FailuresPerAddress ordered = new FailuresPerAddress(2, WINDOW, clock::get);
        ordered.count(numbered(0));
        clock.addAndGet(10);
        ordered.count(numbered(1));
        ordered.count(numbered(0));
        clock.addAndGet(WINDOW.toNanos() - 10);
        ordered.count(numbered(0)); // a new window
        assertEquals(ordered.size(), 2);
        clock.addAndGet(10);
        ordered.count(numbered(2));
        assertEquals(ordered.size(), 2);
        assertFalse(ordered.isAtLimit(numbered(0)));
        ordered.count(numbered(0));
        assertTrue(ordered.isAtLimit(numbered(0)));
    }

    private static Connection<?> numbered(int number) {
        return from("10." + number / 65_536 + "." + number / 256 % 256 + "." + number % 256);
    }
}
