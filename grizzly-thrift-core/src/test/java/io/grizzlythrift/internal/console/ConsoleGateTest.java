package io.grizzlythrift.internal.console;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.console.ConsoleConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class ConsoleGateTest {
    private static final InetSocketAddress LOCAL = address(10, 1, 2, 3);
    private static final List<InetSocketAddress> LISTENING =
            List.of(InetSocketAddress.createUnresolved("Thrift.example", 9090), address(0, 0, 0, 0));

    private final ConsoleGate gate =
            new ConsoleGate(ConsoleConfig.builder().host("reports.example.com").build(), LISTENING);

    private static InetSocketAddress address(int... parts) {
        byte[] bytes = {(byte) parts[0], (byte) parts[1], (byte) parts[2], (byte) parts[3]};
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), 9090);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, List<String>> headers(String... namesAndValues) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return headers;
    }

    @DataProvider
    Object[][] hosts() {
        return new Object[][] {
            {"localhost", true},
            {"LOCALHOST:9090", true},
            {"localhost.", true},
            {"127.0.0.1:9090", true},
            {"127.9.9.9", true},
            {"[::1]:9090", true},
            {"10.1.2.3:9090", true},
            {"thrift.example:80", true},
            {"reports.example.com", true},
            {"Reports.Example.com.:443", true},
            {"evil.example", false},
            {"localhost.evil.example", false},
            {"evil.example:9090", false},
            {"127.0.0.1.evil.example", false},
            {"127.0.0.1@evil.example", false},
            {"10.1.2.4", false},
            {"0.0.0.0:9090", false},
            {"[::ffff:10.1.2.3]", true},
            {"[::2]", false},
            {"[:::]", false},
            {"", false},
            {"localhost:9090:1", false},
        };
    }

    @Test(dataProvider = "hosts")
    void knowsItsOwnNames(String host, boolean known) {
        assertEquals(gate.checkFile(headers("Host", host), LOCAL).isEmpty(), known);
    }

    @Test
    void refusesRequestsWithoutOneHost() {
        assertEquals(gate.checkFile(headers(), LOCAL).isEmpty(), false);
        assertEquals(
                gate.checkFile(Map.of("Host", List.of("localhost", "localhost")), LOCAL)
                        .isEmpty(),
                false);
    }

    @DataProvider
    Object[][] sites() {
        String own = ConsoleGate.HEADER;
        return new Object[][] {
            {headers("Host", "localhost:9090", own, "1"), true},
            {headers("Host", "localhost:9090", own, "1", "Sec-Fetch-Site", "same-origin"), true},
            {headers("Host", "localhost:9090", own, "1", "Origin", "http://localhost:9090"), true},
            {headers("Host", "localhost:9090", own, "1", "Origin", "https://LOCALHOST:9090"), true},
            {headers("Host", "localhost:9090"), false},
            {headers("Host", "evil.example", own, "1"), false},
            {headers("Host", "localhost:9090", own, "1", "Sec-Fetch-Site", "cross-site"), false},
            {headers("Host", "localhost:9090", own, "1", "Sec-Fetch-Site", "same-site"), false},
            {headers("Host", "localhost:9090", own, "1", "Sec-Fetch-Site", "none"), false},
            {headers("Host", "localhost:9090", own, "1", "Origin", "http://localhost:9091"), false},
            {headers("Host", "localhost:9090", own, "1", "Origin", "null"), false},
        };
    }

    /** Only the script of the console can ask for data and make calls. */
    @Test(dataProvider = "sites")
    void refusesOtherSites(Map<String, List<String>> headers, boolean allowed) {
        assertEquals(gate.checkData(headers, LOCAL).isEmpty(), allowed);
    }

    @DataProvider
    Object[][] peers() {
        return new Object[][] {
            {headers(), address(127, 0, 0, 1), true},
            {headers(), address(127, 1, 1, 1), true},
            {headers(), address(10, 1, 2, 3), false},
            {headers("X-Forwarded-For", "127.0.0.1"), address(127, 0, 0, 1), false},
            {headers("x-forwarded-proto", "https"), address(127, 0, 0, 1), false},
            {headers("Forwarded", "for=_x"), address(127, 0, 0, 1), false},
            {headers("Via", "1.1 proxy"), address(127, 0, 0, 1), false},
            {headers("X-Real-IP", "10.0.0.1"), address(127, 0, 0, 1), false},
        };
    }

    @Test(dataProvider = "peers")
    void trustsThisMachineWithoutProxy(Map<String, List<String>> headers, InetSocketAddress peer, boolean trusted) {
        assertEquals(gate.isTrusted(headers, peer), trusted);
    }

    @Test
    void trustsNobodyIfSaidSo() {
        ConsoleGate strict =
                new ConsoleGate(ConsoleConfig.builder().loopback(false).build(), LISTENING);
        assertEquals(strict.isTrusted(headers(), address(127, 0, 0, 1)), false);
    }
}
