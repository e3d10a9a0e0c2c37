package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.AccessController;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import org.apache.thrift.TProcessor;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.testng.annotations.Test;

/** Tests that handlers run as the subject of their caller. */
@Test(timeOut = 60_000)
public final class SubjectTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;

    private final Requests requests = new Requests(PROTOCOL);
    private final AtomicReference<Optional<Subject>> seen = new AtomicReference<>();

    /** {@return the subject that this thread runs as, on any JDK} */
    @SuppressWarnings("removal") // before JDK 18
    private static Optional<Subject> current() {
        try {
            Method found = Subject.class.getMethod("current");
            return Optional.ofNullable((Subject) found.invoke(null));
        } catch (NoSuchMethodException e) {
            return Optional.ofNullable(Subject.getSubject(AccessController.getContext()));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Subject.current()", e);
        }
    }

    private TProcessor blocking() {
        return new Everything.Processor<>(new EverythingHandler() {
            @Override
            public String echoString(String value) {
                seen.set(current());
                return value;
            }

            @Override
            public String judge(int verdict) throws Refused, Overdrawn {
                seen.set(current());
                return super.judge(verdict);
            }
        });
    }

    private TProcessor async() {
        return new Everything.AsyncProcessor<>((Everything.AsyncIface) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Everything.AsyncIface.class},
                (proxy, method, arguments) -> {
                    seen.set(current());
                    @SuppressWarnings("unchecked")
                    AsyncMethodCallback<Object> callback = (AsyncMethodCallback<Object>) arguments[1];
                    callback.onComplete(arguments[0]);
                    return null;
                }));
    }

    @Test(dataProvider = "everyWithHandlers", dataProviderClass = EveryStrategy.class)
    public void handlersRunAsTheSubjectOfTheirCaller(EveryStrategy strategy, boolean async) throws Exception {
        Subject alice = new Subject();
        try (ThriftServer server = strategy.builder(async ? async() : blocking())
                        .authenticator(Authenticator.bearer(token -> CompletableFuture.completedFuture(
                                token.equals("alice")
                                        ? Identity.builder(token, "bearer")
                                                .subject(alice)
                                                .build()
                                        : Identity.builder(token, "bearer").build())))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            int call = 0;
            for (String token : new String[] {"alice", "bob", "alice"}) {
                call++;
                client.sendFrames(HeaderFrame.of(PROTOCOL, call, requests.echoString(call, "x"))
                        .header("authorization", "Bearer " + token)
                        .bytes());
                HeaderFrame.read(client.readFrame()).reply().assertEchoString(call, "x");
                if (token.equals("alice")) {
                    assertSame(seen.get().orElseThrow(), alice);
                } else {
                    assertEquals(seen.get(), Optional.empty());
                }
            }
            client.sendFrames(requests.echoString(9, "x"));
            client.readReply(PROTOCOL).assertEchoString(9, "x");
            assertEquals(seen.get(), Optional.empty());
        }
    }

    /** Whatever a handler throws is what it throws without a subject. */
    public void exceptionsPassThrough() throws Exception {
        Subject alice = new Subject();
        try (ThriftServer server = EveryStrategy.WORKER_THREAD
                        .builder(blocking())
                        .authenticator(Authenticator.bearer(token -> CompletableFuture.completedFuture(
                                Identity.builder(token, "bearer").subject(alice).build())))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(PROTOCOL, 1, requests.call("judge", 1, new Everything.judge_args(1)))
                    .header("authorization", "Bearer alice")
                    .bytes());
            Everything.judge_result result = new Everything.judge_result();
            TProtocol in = PROTOCOL.getProtocol(new TMemoryInputTransport(
                    HeaderFrame.read(client.readFrame()).payload()));
            in.readMessageBegin();
            result.read(in);
            Refused refused = result.getRefused();
            assertEquals(refused.getCode(), 41);
            assertSame(seen.get().orElseThrow(), alice);
        }
    }
}
