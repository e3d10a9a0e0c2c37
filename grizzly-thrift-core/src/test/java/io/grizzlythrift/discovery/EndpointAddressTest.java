package io.grizzlythrift.discovery;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

/** Tests that each server has one name. */
public final class EndpointAddressTest {
    @Test
    public void allTextsOfAnAddressAreOneServer() {
        for (String host : new String[] {"::1", "[::1]", "0:0:0:0:0:0:0:1"}) {
            EndpointAddress address = EndpointAddress.of(host, 9090);
            assertEquals(address.name(), "[::1]:9090");
            assertEquals(address.host(), "::1");
            assertEquals(address, EndpointAddress.of("::1", 9090));
        }
        assertEquals(EndpointAddress.of("127.0.0.1", 9090).name(), "127.0.0.1:9090");
        assertEquals(EndpointAddress.of("server", 9090).name(), "server:9090");
    }
}
