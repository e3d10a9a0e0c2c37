package com.example.hello;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.hello.gen.Hello;
import com.example.hello.gen.NoName;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.testkit.ScriptedServer;
import io.grizzlythrift.testkit.TestServer;
import io.grizzlythrift.testkit.junit.ThriftServerExtension;
import java.util.List;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.GlobalScope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the code in Kotlin, from Java. */
@ExtendWith(ThriftServerExtension.class)
class CoroutinesTest {
    private final ScriptedServer server = ScriptedServer.of(Hello.class);
    private final ThriftClient client = client(server.port());

    private static ThriftClient client(int port) {
        return ThriftClient.builder().endpoint("127.0.0.1", port).build();
    }

    @AfterEach
    void closeClient() {
        client.close();
    }

    private List<String> greet(String... names) throws InterruptedException {
        Greetings greetings = new Greetings(client.stub(Hello.FutureIface.class));
        return BuildersKt.runBlocking(
                EmptyCoroutineContext.INSTANCE, (scope, continuation) -> greetings.greet(List.of(names), continuation));
    }

    @Test
    void callsAreMadeAtOnce() throws Exception {
        // The first reply leaves after the second call has arrived.
        server.when("hello", call -> "Ann".equals(call.argument("name")))
                .thenReplyLater(server.futureCall("hello", 2).thenApply(second -> "Hello, Ann"));
        server.when("hello", call -> "Bob".equals(call.argument("name"))).thenReply("Hello, Bob");
        assertEquals(List.of("Hello, Ann", "Hello, Bob"), greet("Ann", "Bob"));
    }

    @Test
    void declaredExceptionsAreThrown() {
        server.when("hello").thenThrow(new NoName("who are you?"));
        assertEquals("who are you?", assertThrows(NoName.class, () -> greet("")).getMessage());
    }

    @Test
    void coroutinesServeCalls() throws Exception {
        try (TestServer polite = TestServer.of(new PoliteHello(GlobalScope.INSTANCE));
                ThriftClient caller = client(polite.port())) {
            assertEquals("How do you do, Ann", caller.stub(Hello.Iface.class).hello("Ann"));
        }
    }
}
