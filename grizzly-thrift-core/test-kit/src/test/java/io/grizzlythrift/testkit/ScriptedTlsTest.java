package io.grizzlythrift.testkit;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.testkit.gen.Shop;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.Test;

public class ScriptedTlsTest {
    private static final char[] PASSWORD = "secret".toCharArray();

    @Test
    public void servesWithTls() throws Exception {
        SSLContext context = context(new TestAuthority("test").issue("EC", LoopbackServer.HOST));
        try (ScriptedServer server =
                ScriptedServer.builder().service(Shop.class).tls(context).start()) {
            server.when("count").thenReply(1).thenHalfClose();
            TSocket socket = new TSocket(context.getSocketFactory().createSocket(server.host(), server.port()));
            Shop.Client client = new Shop.Client(ShopClient.FRAMED_BINARY.over(socket));

            assertEquals(client.count("pen"), 1);
            assertThrows(TTransportException.class, () -> client.count("pen"));
            client.visit("Ann");
            assertEquals(server.awaitCall("visit").argument("visitor"), "Ann");
        }
    }

    private static SSLContext context(TestCertificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        store.setKeyEntry("server", certificate.key(), PASSWORD, new Certificate[] {
            certificate.certificate(), certificate.authority()
        });
        store.setCertificateEntry("authority", certificate.authority());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
