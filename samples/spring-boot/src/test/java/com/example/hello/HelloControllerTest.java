package com.example.hello;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.hello.gen.NoName;
import io.grizzlythrift.spring.test.ThriftTest;
import io.grizzlythrift.testkit.ScriptedServer;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// @start region=class
@SpringBootTest
@ThriftTest
class HelloControllerTest {
    @Autowired
    ScriptedServer hello;

    @Autowired
    HelloController controller;

    @Test
    void repliesWithTheGreeting() throws Exception {
        hello.when("hello").thenReply("Hi");
        assertEquals("Hi", controller.hello("Ann"));
        assertEquals("Ann", hello.awaitCall("hello").argument("name"));
    }

    @Test
    void passesExceptionsOn() {
        hello.when("hello").thenThrow(new NoName("who?"));
        assertThrows(NoName.class, () -> controller.hello(""));
    }
}
// @end region=class
