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

    public void theNumberOfAddressesIsBounded() {
        FailuresPerAddress many = new FailuresPerAddress(2, WINDOW, clock::get);
        for (int i = 0; i < 11_000; i++) {
            many.count(from("10.0." + i / 250 + "." + i % 250));
        }
        assertEquals(many.size(), 10_000);
        clock.addAndGet(WINDOW.toNanos());
        many.count(from("10.1.0.1"));
        assertEquals(many.size(), 1);
    }
}
