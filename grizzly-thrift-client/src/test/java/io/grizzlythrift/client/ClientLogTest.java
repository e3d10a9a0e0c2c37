package io.grizzlythrift.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.testkit.ReceivedCall;
import java.util.List;
import java.util.concurrent.Future;
import java.util.logging.Level;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what a client logs and at which level, and that it logs nothing of what is sent and received. */
@Test(timeOut = 60_000)
public class ClientLogTest {
    /** No other log line contains one of these characters. */
    private static final String SECRET = "~~~~~~~~~~";

    private static void assertNoSecret(OwnLog log) {
        assertFalse(log.all().contains("~") || log.all().contains("7e7e"), log.all());
    }

    public void aClientThatWorks() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT)) {
            try (ThriftClient client = server.client().name("mine").build()) {
                for (int i = 0; i < 10; i++) {
                    CallResults.result(client.stub(Probe.FutureIface.class).echo(SECRET));
                }
            }
            List<String> info = log.lines(Level.INFO);
            assertEquals(info.get(0), "client 'mine' started, for " + server.endpoint());
            assertTrue(info.get(1).startsWith("client 'mine' closed: calls 10 "), info.get(1));
            assertEquals(info.size(), 2, log.all());
            List<String> debug = log.lines(Level.FINE);
            assertEquals(debug.size(), 2, log.all());
            assertTrue(debug.get(0).endsWith("connected to " + server.endpoint()), debug.get(0));
            assertTrue(debug.get(1).endsWith("closed: the client was closed"), debug.get(1));
            assertEquals(
                    log.lines(Level.WARNING).size() + log.lines(Level.SEVERE).size(), 0, log.all());
            assertNoSecret(log);
        }
    }

    @DataProvider
    static Object[][] badBytes() {
        byte[] secret = SECRET.getBytes(ISO_8859_1);
        return new Object[][] {
            {ThriftProtocol.COMPACT, ReplyFrames.framed(secret)},
            {ThriftProtocol.BINARY, ReplyFrames.framed(secret)},
            {ThriftProtocol.JSON, ReplyFrames.framed(secret)},
            {ThriftProtocol.JSON, ReplyFrames.framed(("[1,\"" + SECRET + "\",~,~]").getBytes(ISO_8859_1))},
            {ThriftProtocol.COMPACT, secret},
        };
    }

    /** The caller's exception quotes the bytes, the log does not. */
    @Test(dataProvider = "badBytes", timeOut = 60_000)
    public void badBytesAreNotQuoted(ThriftProtocol protocol, byte[] bytes) throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(protocol);
                ThriftClient client = server.client().build()) {
            Future<String> call = client.stub(Probe.FutureIface.class).echo("text");
            server.take().connection().send(bytes);
            CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true);
            Await.that(
                    "the cause is not logged",
                    () -> log.count(Level.WARNING, "no connection to " + server.endpoint()) == 1);
            Await.that("the end is not logged", () -> log.count(Level.FINE, "closed: ") == 1);
            assertNoSecret(log);
        }
    }

    /** Unreadable replies and calls that cannot be sent: callers log these themselves. */
    public void failuresOfCallsAreNotLogged() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            Probe.FutureIface stub = client.stub(Probe.FutureIface.class);
            CallResults.failure(
                    stub.echoParcel(ProbeValues.fullParcel().setName(null).setWords(List.of(SECRET))),
                    FailureCause.UNWRITABLE_CALL,
                    false);
            Future<String> call = stub.echo(SECRET);
            ReceivedCall request = server.take();
            request.connection()
                    .send(new ReplyFrames(ThriftProtocol.COMPACT)
                            .withBody("echo", request.sequenceId(), SECRET.getBytes(ISO_8859_1)));
            CallResults.failure(call, FailureCause.UNREADABLE_REPLY, true);
            assertEquals(
                    log.lines(Level.WARNING).size() + log.lines(Level.SEVERE).size(), 0, log.all());
            assertEquals(log.lines(Level.INFO).size(), 1, log.all());
            assertNoSecret(log);
        }
    }

    public void aLimitIsLoggedOnceASecond() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client(1, 0).name("mine").build()) {
            long begin = System.nanoTime();
            Future<String> first = client.stub(Probe.FutureIface.class).echo("first");
            for (int i = 0; i < 1_000; i++) {
                CallResults.failure(client.stub(Probe.FutureIface.class).echo(SECRET), FailureCause.NO_CAPACITY, false);
            }
            long seconds = (System.nanoTime() - begin) / 1_000_000_000;
            ProbeCalls.reply(server.take());
            CallResults.result(first);
            long lines = log.count(Level.INFO, "client 'mine': echo to " + server.endpoint() + " failed: ");
            assertTrue(lines >= 1 && lines <= seconds + 2, log.all());
            assertNoSecret(log);
        }
    }

    /** Exceptions of the user's code are logged as they are, the only place where text of the user appears. */
    public void exceptionsOfCallbacksAreErrors() throws Exception {
        try (OwnLog log = OwnLog.start();
                ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo(SECRET, new Throwing(callback));
            CallResults.result(callback.end());
            Await.that("not logged", () -> log.count(Level.SEVERE, "a callback of echo threw") == 1);
            assertTrue(log.all().contains("IllegalStateException: of the user"), log.all());
            assertNoSecret(log);
        }
    }

    private static final class Throwing implements AsyncMethodCallback<String> {
        private final CountedCallback<String> next;

        Throwing(CountedCallback<String> next) {
            this.next = next;
        }

        @Override
        public void onComplete(String response) {
            next.onComplete(response);
            throw new IllegalStateException("of the user");
        }

        @Override
        public void onError(Exception failure) {
            next.onError(failure);
        }
    }
}
