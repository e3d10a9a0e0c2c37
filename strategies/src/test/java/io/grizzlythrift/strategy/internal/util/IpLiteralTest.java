package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which hosts need no lookup, and that each IPv6 address has one text. */
public final class IpLiteralTest {
    @DataProvider
    Object[][] texts() {
        return new Object[][] {
            {"::1", "::1"},
            {"[::1]", "::1"},
            {"0:0:0:0:0:0:0:1", "::1"},
            {"0000:0000:0000:0000:0000:0000:0000:0001", "::1"},
            {"::", "::"},
            {"2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
            {"2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
            {"fe80:0:0:0:0:0:0:1%eth7", "fe80::1%eth7"},
            {"1:0:0:0:0:0:0:0", "1::"},
            {"::ffff:127.0.0.1", "127.0.0.1"},
            {"127.0.0.1", "127.0.0.1"},
            {"localhost", "localhost"},
            {"not:an:address", "not:an:address"},
        };
    }

    @Test(dataProvider = "texts")
    public void anAddressHasOneText(String host, String canonical) {
        assertEquals(IpLiteral.canonical(host), canonical);
        assertEquals(IpLiteral.canonical(canonical), canonical);
    }

    @DataProvider
    Object[][] names() {
        return new Object[][] {
            {"localhost"},
            {"1.2.3"},
            {"1.2.3.4.5"},
            {"1.2.3.256"},
            {"1.2.3."},
            {"a.b.c.d"},
            {"1.2.3.-4"},
            {"g::1"},
            {"[x]"}
        };
    }

    @Test(dataProvider = "names")
    public void aNameIsNoAddress(String host) {
        assertTrue(IpLiteral.parse(host).isEmpty(), host);
    }

    @Test
    public void addressesNeedNoLookup() {
        assertEquals(IpLiteral.parse("127.10.0.255").orElseThrow().getHostAddress(), "127.10.0.255");
        assertTrue(IpLiteral.parse("[::1]").orElseThrow().isLoopbackAddress());
    }
}
