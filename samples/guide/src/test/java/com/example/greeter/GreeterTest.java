package com.example.greeter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.greeter.gen.Greeter;
import com.example.greeter.gen.NoName;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.server.ThriftServer;
import org.junit.jupiter.api.Test;

class GreeterTest {
    @Test
    void greets() throws Exception {
        try (ThriftServer server = GreeterServer.start(0); // any free port
                ThriftClient client = ThriftClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .build()) {
            Greeter.Iface greeter = client.stub(Greeter.Iface.class);
            assertEquals("Hello, world!", greeter.greet("world"));
            assertThrows(NoName.class, () -> greeter.greet(" "));
        }
    }
}
