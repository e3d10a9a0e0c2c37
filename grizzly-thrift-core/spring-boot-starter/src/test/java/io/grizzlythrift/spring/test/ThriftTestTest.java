package io.grizzlythrift.spring.test;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.testkit.ScriptedServer;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContextManager;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

/** Tests which tests share a context, and what is left of one for the next. */
@Test(timeOut = 120_000)
public class ThriftTestTest {
    private static final String OWN = "grizzly.thrift.client.own.address=127.0.0.1:${local.grizzly.thrift.port}";

    static class Injected {
        @Autowired
        ApplicationContext context;

        void method() {}

        ScriptedServer server(String client) {
            return context.getBean(client + ".ScriptedServer", ScriptedServer.class);
        }
    }

    @SpringBootTest(classes = CallingApplication.class, properties = OWN)
    @ThriftTest(clients = {"first", "second"})
    static class One extends Injected {
        @Autowired
        @Qualifier("first")
        Base.Iface first;

        @Autowired
        @Qualifier("own")
        Base.FutureIface own;
    }

    static class SameAsOne extends One {}

    @SpringBootTest(classes = CallingApplication.class)
    @ThriftTest
    static class Another extends Injected {}

    @SpringBootTest(classes = CallingApplication.class)
    @ThriftTest(clients = "third")
    static class NotImported extends Injected {}

    /** Runs a test method as the integrations of frameworks do. */
    private static final class Run<T extends Injected> {
        final TestContextManager manager;
        final T test;
        final Method method;

        Run(Class<T> type, T test) throws Exception {
            manager = new TestContextManager(type);
            this.test = test;
            method = Injected.class.getDeclaredMethod("method");
            manager.beforeTestClass();
            manager.prepareTestInstance(test);
            manager.beforeTestMethod(test, method);
            manager.beforeTestExecution(test, method);
        }

        void end(@Nullable Throwable failure) throws Exception {
            manager.afterTestExecution(test, method, failure);
            manager.afterTestMethod(test, method, failure);
            manager.afterTestClass();
        }
    }

    private static Run<One> one() throws Exception {
        return new Run<>(One.class, new One());
    }

    @AfterClass
    void closeContexts() throws Exception {
        Run<One> run = one();
        run.test.server("first").stopListening();
        run.end(null);
    }

    public void equalTestsShareAContextThatIsCleared() throws Exception {
        Run<One> run = one();
        run.test.server("first").when("whoami").thenReply("scripted");
        assertEquals(run.test.first.whoami(""), "scripted");
        run.end(null);
        Run<SameAsOne> next = new Run<>(SameAsOne.class, new SameAsOne());
        assertSame(next.test.context, run.test.context);
        assertEquals(next.test.server("first").calls().size(), 0, "left from the test before");
        next.end(null);
    }

    public void aServerThatWasDrainedIsReplaced() throws Exception {
        Run<One> run = one();
        ScriptedServer first = run.test.server("first");
        run.test.server("second").drain();
        run.end(null);
        Run<One> next = one();
        assertNotSame(next.test.context, run.test.context);
        next.test.server("second").when("whoami").thenReply("again");
        next.end(null);
        assertFalse(first.isListening(), "closed with its context");
    }

    /** Spring 7 stops a context while tests use another one, and starts it again. */
    public void clientsOfTheApplicationItselfSurviveAPause() throws Exception {
        Run<One> run = one();
        assertEquals(run.test.own.whoami("you").get(1, TimeUnit.MINUTES), "Base: you");
        run.end(null);
        Run<Another> other = new Run<>(Another.class, new Another());
        assertNotSame(other.test.context, run.test.context);
        assertEquals(
                other.test.context.getBeansOfType(ScriptedServer.class).keySet().size(), 3, "all clients");
        other.end(null);
        Run<One> again = one();
        assertSame(again.test.context, run.test.context);
        assertEquals(again.test.own.whoami("you").get(1, TimeUnit.MINUTES), "Base: you");
        again.end(null);
    }

    public void aFailureListsTheCalls() throws Exception {
        Run<One> run = one();
        run.test.server("first").when("whoami").thenReply("scripted");
        run.test.first.whoami("you");
        AssertionError failure = new AssertionError("failed");
        run.end(failure);
        assertTrue(
                Stream.of(failure.getSuppressed())
                        .anyMatch(each -> each.getMessage().contains("whoami")),
                Map.of("suppressed", failure.getSuppressed()).toString());
    }

    public void aClientWithoutStubsIsReported() {
        IllegalStateException failure =
                expectThrows(IllegalStateException.class, () -> new Run<>(NotImported.class, new NotImported()));
        assertTrue(String.valueOf(failure.getCause()).contains("'third'"), String.valueOf(failure.getCause()));
    }
}
