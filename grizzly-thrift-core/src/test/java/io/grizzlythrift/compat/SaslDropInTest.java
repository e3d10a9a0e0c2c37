package io.grizzlythrift.compat;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.sasl.SaslClients;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import org.apache.thrift.TProcessor;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a program with libthrift's {@code TSaslServerTransport.Factory} works with our servers as with libthrift's. */
@Test(timeOut = 120_000)
public final class SaslDropInTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final String QOPS = "auth-conf,auth-int,auth";

    /** A server that serves, and its port. */
    private record Running(TServer server, Thread thread, int port) implements AutoCloseable {
        @Override
        public void close() {
            server.stop();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private interface Maker {
        TServer make() throws TTransportException;
    }

    private static Running start(Maker maker, int port) throws TTransportException {
        TServer server = maker.make();
        Thread thread = new Thread(server::serve);
        thread.start();
        return new Running(server, thread, port);
    }

    private static TSaslServerTransport.Factory factory() {
        return new TSaslServerTransport.Factory(
                "DIGEST-MD5", SaslClients.SERVICE, SaslClients.HOST, Map.of(Sasl.QOP, QOPS), SaslDropInTest::answer);
    }

    private static void answer(Callback[] callbacks) {
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                name.setName(name.getDefaultName());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (callback instanceof PasswordCallback password) {
                password.setPassword(SaslClients.PASSWORD.toCharArray());
            } else if (callback instanceof AuthorizeCallback authorize) {
                authorize.setAuthorized(true);
                authorize.setAuthorizedID(authorize.getAuthenticationID());
            }
        }
    }

    private static TProcessor processor() {
        return new Everything.Processor<>(new EverythingHandler() {
            @Override
            public String echoString(String value) {
                return value
                        + CallContext.current()
                                .flatMap(CallContext::identity)
                                .map(Identity::principal)
                                .orElse("nobody");
            }
        });
    }

    @DataProvider
    Object[][] qops() {
        return new Object[][] {{"auth"}, {"auth-int"}, {"auth-conf"}};
    }

    @Test(dataProvider = "qops")
    public void inPlaceOfTThreadPoolServer(String qop) throws Exception {
        TServerSocket socket = new TServerSocket(ANY_PORT);
        try (Running running = start(
                () -> new TGrizzlyThreadPoolServer(new TGrizzlyThreadPoolServer.Args(socket)
                        .transportFactory(factory())
                        .processor(processor())),
                socket.getServerSocket().getLocalPort())) {
            assertServes(running.port(), qop, "a" + SaslClients.USER);
        }
    }

    /** As libthrift's own server serves it. */
    @Test(dataProvider = "qops")
    public void asTThreadPoolServer(String qop) throws Exception {
        TServerSocket socket = new TServerSocket(ANY_PORT);
        try (Running running = start(
                () -> new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                        .transportFactory(factory())
                        .processor(new Everything.Processor<>(new EverythingHandler()))),
                socket.getServerSocket().getLocalPort())) {
            assertServes(running.port(), qop, "a");
        }
    }

    @Test(dataProvider = "qops")
    public void inPlaceOfTSaslNonblockingServer(String qop) throws Exception {
        TNonblockingServerSocket socket = new TNonblockingServerSocket(ANY_PORT);
        try (Running running = start(
                () -> new TGrizzlyServer(new TGrizzlyServer.Args(socket)
                        .transportFactory(factory())
                        .processor(processor())),
                socket.getPort())) {
            assertServes(running.port(), qop, "a" + SaslClients.USER);
        }
    }

    private static void assertServes(int port, String qop, String reply) throws Exception {
        try (TTransport transport = SaslClients.open(port, "DIGEST-MD5", qop)) {
            assertEquals(SaslClients.client(transport).echoString("a"), reply);
        }
        TTransportException refused = expectThrows(
                TTransportException.class,
                () -> SaslClients.open(
                        new TSocket(SaslClients.HOST, port, ClientKind.TIMEOUT_MILLIS), "DIGEST-MD5", qop, "wrong"));
        assertTrue(refused.getMessage() == null || !refused.getMessage().contains("s3cret"), refused.toString());
        try (TTransport plain = new TSocket(SaslClients.HOST, port, ClientKind.TIMEOUT_MILLIS)) {
            plain.open();
            Everything.Client client = SaslClients.client(plain);
            expectThrows(TTransportException.class, () -> client.echoString("without SASL"));
        }
    }

    public void differentFactories() throws Exception {
        TServerSocket socket = new TServerSocket(ANY_PORT);
        IllegalArgumentException refused = expectThrows(
                IllegalArgumentException.class,
                () -> new TGrizzlyThreadPoolServer(new TGrizzlyThreadPoolServer.Args(socket)
                        .inputTransportFactory(factory())
                        .outputTransportFactory(factory())
                        .processor(processor())));
        assertTrue(refused.getMessage().contains("must be the same object for SASL"), refused.getMessage());
        socket.close();
    }
}
