package io.grizzlythrift.servlet;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class RequestPeerTest {
    @DataProvider
    static Object[][] addresses() {
        return new Object[][] {
            {"192.0.2.1", 80, "/192.0.2.1:80"},
            {"::1", 80, "/[0:0:0:0:0:0:0:1]:80"},
            {"300.1.1.1", 80, "300.1.1.1/<unresolved>:80"},
            {"1.2.3.4.5", 80, "1.2.3.4.5/<unresolved>:80"},
            {"client.example", 80, "client.example/<unresolved>:80"},
            {null, -1, "/<unresolved>:0"},
            {"/run/thrift.sock", -1, "/run/thrift.sock/<unresolved>:0"},
        };
    }

    /** No name is looked up, wherever the text comes from. */
    @Test(dataProvider = "addresses")
    void whatTheContainerTells(String host, int port, String address) {
        assertEquals(RequestPeer.address(host, port).toString(), address);
    }
}
