package io.grizzlythrift.discovery;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the address that a server announces to its clients for the address that it listens on. */
@Test(timeOut = 60_000)
public class AdvertisedAddressTest {
    private static InetSocketAddress listening(int... address) throws Exception {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) address[i];
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), 4321);
    }

    public void asItListens() throws Exception {
        assertEquals(AdvertisedAddress.listening().of(listening(10, 0, 0, 7)), EndpointAddress.of("10.0.0.7", 4321));
        InetAddress named = InetAddress.getByAddress("server.example", new byte[] {10, 0, 0, 7});
        assertEquals(
                AdvertisedAddress.listening().of(new InetSocketAddress(named, 4321)),
                EndpointAddress.of("server.example", 4321));
    }

    public void withAllThatClientsNeed() throws Exception {
        AdvertisedAddress advertised = AdvertisedAddress.listening()
                .withHost("server.example")
                .withPort(80)
                .withWeight(2.5)
                .withZone("a")
                .withMetadata(Map.of("build", "17"));
        EndpointAddress expected = EndpointAddress.of("server.example", 80)
                .withWeight(2.5)
                .withZone("a")
                .withMetadata(Map.of("build", "17"));
        assertEquals(advertised.of(listening(0, 0, 0, 0)), expected);
        assertEquals(
                advertised.toString(),
                "AdvertisedAddress[host=server.example, port=80, weight=2.5, zone=a, metadata={build=17}]");
    }

    @DataProvider
    static Object[][] wildcards() throws Exception {
        return new Object[][] {{listening(0, 0, 0, 0)}, {listening(new int[16])}};
    }

    @Test(dataProvider = "wildcards")
    public void noClientCanConnectToAWildcard(InetSocketAddress wildcard) {
        String failure = expectThrows(
                        IllegalArgumentException.class,
                        () -> AdvertisedAddress.listening().of(wildcard))
                .getMessage();
        assertTrue(failure.contains(wildcard.toString()) && failure.contains("withHost"), failure);
    }

    @DataProvider
    static Object[][] badHosts() {
        return new Object[][] {{" "}, {"a b"}, {"a\n"}, {"0.0.0.0"}, {"0"}, {"::"}, {"0:0:0:0:0:0:0:0"}};
    }

    @Test(dataProvider = "badHosts")
    public void hostsThatNoClientReaches(String host) {
        expectThrows(
                IllegalArgumentException.class,
                () -> AdvertisedAddress.listening().withHost(host));
    }

    public void valuesOutOfBounds() {
        AdvertisedAddress address = AdvertisedAddress.listening();
        for (int port : new int[] {0, 65_536}) {
            expectThrows(IllegalArgumentException.class, () -> address.withPort(port));
        }
        for (double weight : new double[] {0, 0.0009, 1_000.1, Double.NaN}) {
            expectThrows(IllegalArgumentException.class, () -> address.withWeight(weight));
        }
        expectThrows(IllegalArgumentException.class, () -> address.withZone(""));
    }
}
