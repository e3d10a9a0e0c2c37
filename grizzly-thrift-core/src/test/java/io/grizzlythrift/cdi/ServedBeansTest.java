package io.grizzlythrift.cdi;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.hk2.Caller;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.gen.Base;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which beans are served, under which names, and that they remain beans: injected, intercepted, replaced. */
@Test(timeOut = 60_000)
public class ServedBeansTest {
    /** A handler that replies with its name, also in a subclass that the container makes. */
    private abstract static class Greeting implements Base.Iface {
        @Override
        public void ping() {}

        @Override
        public String whoami(String greeting) {
            return getClass().getName().replaceAll("^.*Test\\$|\\$.*", "") + ": " + greeting;
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }
    }

    @ThriftService
    static class Unscoped extends Greeting {}

    @ThriftService
    @ApplicationScoped
    static class Scoped implements Base.Iface {
        @Override
        public void ping() {}

        @Override
        public String whoami(String greeting) {
            return "Scoped: " + greeting;
        }

        @Override
        public int baseCheck(int code) {
            return code;
        }
    }

    @ThriftService
    static class Asynchronous implements Base.AsyncIface {
        @Override
        public void ping(AsyncMethodCallback<Void> callback) {}

        @Override
        public void whoami(String greeting, AsyncMethodCallback<String> callback) {
            callback.onComplete("Asynchronous: " + greeting);
        }

        @Override
        public void baseCheck(int code, AsyncMethodCallback<Integer> callback) {}
    }

    @ThriftService
    static class Futures implements Base.FutureIface {
        @Override
        public CompletableFuture<Void> ping() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<String> whoami(String greeting) {
            return CompletableFuture.completedFuture("Futures: " + greeting);
        }

        @Override
        public CompletableFuture<Integer> baseCheck(int code) {
            return new CompletableFuture<>();
        }
    }

    static class Produced {
        @Produces
        @ThriftService
        Base.Iface handler() {
            return new Greeting() {
                @Override
                public String whoami(String greeting) {
                    return "Produced: " + greeting;
                }
            };
        }
    }

    @DataProvider
    static Object[] kinds() {
        return new Object[] {Unscoped.class, Scoped.class, Asynchronous.class, Futures.class, Produced.class};
    }

    @Test(dataProvider = "kinds")
    public void everyKindOfHandlerIsServed(Class<?> bean) throws Exception {
        try (Application application = Application.of(bean);
                Caller caller = application.caller()) {
            assertEquals(caller.plain().whoami("a"), bean.getSimpleName() + ": a");
            assertEquals(caller.of("Base").whoami("b"), bean.getSimpleName() + ": b");
        }
    }

    @ThriftService("first")
    static class First extends Greeting {}

    @ThriftService("second")
    static class Second extends Greeting {}

    @ThriftService(value = "third", server = "other")
    static class Third extends Greeting {}

    public void beansHaveNamesAndServers() throws Exception {
        Map<String, String> ports = Map.of("thrift.port", "0", "other.port", "0");
        try (Application application = Application.of(ports, First.class, Second.class, Third.class);
                Caller caller = new Caller(application.server("thrift"));
                Caller other = new Caller(application.server("other"))) {
            assertEquals(caller.of("first").whoami("a"), "First: a");
            assertEquals(caller.of("second").whoami("b"), "Second: b");
            assertEquals(other.of("third").whoami("c"), "Third: c");
            assertEquals(application.server("other").config().name(), "other");
            for (Base.Client unknown : List.of(caller.of("third"), caller.plain(), other.plain())) {
                assertThrows(TApplicationException.class, () -> unknown.whoami("d"));
            }
        }
    }

    @Alternative
    @Priority(1)
    @ThriftService
    static class Replacement extends Greeting {}

    public void anAlternativeReplacesABean() throws Exception {
        try (Application application = Application.of(Unscoped.class, Replacement.class);
                Caller caller = application.caller()) {
            assertEquals(caller.plain().whoami("a"), "Replacement: a");
        }
    }

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Noted {}

    @Noted
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    static class Noting {
        @Inject
        Notes notes;

        @AroundInvoke
        Object note(InvocationContext call) throws Exception {
            notes.all().add(call.getMethod().getName());
            return call.proceed();
        }
    }

    @ApplicationScoped
    static class Notes {
        private final List<String> all = new ArrayList<>();

        List<String> all() {
            return all;
        }
    }

    @Noted
    @ThriftService
    static class Intercepted extends Greeting {}

    public void interceptorsApply() throws Exception {
        try (Application application = Application.of(Intercepted.class, Noting.class, Notes.class);
                Caller caller = application.caller()) {
            assertEquals(caller.plain().whoami("a"), "Intercepted: a");
            assertEquals(caller.plain().baseCheck(7), 7);
            assertEquals(application.get(Notes.class).all(), List.of("whoami", "baseCheck"));
        }
    }

    @ApplicationScoped
    static class Observer {
        private final List<String> events = new ArrayList<>();

        void anyBuilder(@Observes ThriftServerBuilder builder) {
            builder.service("added", new Base.Processor<>(new Unscoped()));
        }

        void oneBuilder(@Observes @Named("other") ThriftServerBuilder builder) {
            builder.listen("127.0.0.1", 0);
        }

        void started(@Observes ThriftServer server) {
            assertTrue(server.port() > 0);
            events.add(server.config().name());
        }

        List<String> events() {
            return events;
        }
    }

    public void theApplicationObservesEachServer() throws Exception {
        try (Application application =
                        Application.of(Map.of("thrift.port", "0"), First.class, Third.class, Observer.class);
                Caller caller = new Caller(application.server("other"))) {
            assertEquals(caller.of("added").whoami("a"), "Unscoped: a");
            assertEquals(application.get(Observer.class).events(), List.of("other", "thrift"));
            assertEquals(application.server("other").addresses().size(), 1);
            assertEquals(application.server("thrift").addresses().size(), 1);
        }
    }
}
