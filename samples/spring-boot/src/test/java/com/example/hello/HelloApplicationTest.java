package com.example.hello;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.hello.gen.Hello;
import com.example.hello.gen.NoName;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.LocalThriftPort;
import io.grizzlythrift.spring.ThriftClients;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "grizzly.thrift.server.port=0",
            "grizzly.thrift.client.hello.address=localhost:${local.grizzly.thrift.port}"
        })
class HelloApplicationTest {
    @Autowired
    @Qualifier("hello")
    Hello.Iface hello;

    @Autowired
    ThriftClients clients;

    @LocalThriftPort
    int thriftPort;

    @Value("${local.server.port}")
    int webPort;

    @Test
    void greets() throws Exception {
        assertEquals("Hello, Ann", hello.hello("Ann"));
        assertThrows(NoName.class, () -> hello.hello(""));
    }

    @Test
    void webPageCallsTheServer() throws Exception {
        assertEquals("Hello, Ann", get("/hello?name=Ann"));
    }

    @Test
    void healthShowsServerAndClient() throws Exception {
        hello.hello("Ann");
        String health = get("/actuator/health");
        assertTrue(health.contains("127.0.0.1:" + thriftPort), health);
        assertTrue(health.contains("\"status\":\"UP\""), health);
        assertTrue(get("/actuator/thrift").contains("\"method\":\"hello\""));
        assertTrue(get("/actuator/metrics").contains("thrift.server.requests"));
    }

    @Test
    void clientIsABean() {
        ThriftClient client = clients.client("hello");
        assertEquals("hello", client.config().name());
    }

    private String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + webPort + path))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
