package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.context.annotation.Configuration;
import org.testng.annotations.Test;

/** Tests TLS with Spring Boot's bundles, and their reload. */
@Test(timeOut = 120_000)
public class BundleTest {
    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = Base.Iface.class)
    static class Client {}

    @Test
    public void serverAndClientUseBundlesAndReloadThem() throws IOException {
        TestAuthority authority = new TestAuthority("of bundles");
        Path directory = Files.createTempDirectory("bundles");
        TestCertificate first = authority.issue("EC", "localhost");
        TestCertificate second = authority.issue("EC", "localhost");
        Path chain = Files.writeString(directory.resolve("chain.pem"), first.chainPem());
        Path key = Files.writeString(directory.resolve("key.pem"), first.keyPem());
        Path trusted = authority.writeTo(directory.resolve("ca.pem"));
        Contexts.runner(Served.class, Client.class)
                .withPropertyValues(
                        "spring.ssl.bundle.pem.web.keystore.certificate=file:" + chain,
                        "spring.ssl.bundle.pem.web.keystore.private-key=file:" + key,
                        "spring.ssl.bundle.pem.trusting.truststore.certificate=file:" + trusted,
                        "spring.ssl.bundle.pem.trusting.options.enabled-protocols=TLSv1.3",
                        "grizzly.thrift.server.host=localhost",
                        "grizzly.thrift.server.ssl.bundle=web",
                        "grizzly.thrift.client.own.address=localhost:${local.grizzly.thrift.port}",
                        "grizzly.thrift.client.own.connect-timeout=1m",
                        "grizzly.thrift.client.own.ssl.bundle=trusting")
                .run(context -> {
                    assertNull(context.getStartupFailure());
                    Base.Iface stub = (Base.Iface) context.getBean("own.Base.Iface");
                    assertEquals(stub.whoami("you"), "Base: you");
                    SslBundles bundles = context.getBean(SslBundles.class);
                    X509Certificate before = presented(bundles, Contexts.port(context));
                    PemSslStoreDetails renewed =
                            PemSslStoreDetails.forCertificate(second.chainPem()).withPrivateKey(second.keyPem());
                    context.getBean(SslBundleRegistry.class)
                            .updateBundle("web", SslBundle.of(new PemSslStoreBundle(renewed, null)));
                    X509Certificate after = presented(bundles, Contexts.port(context));
                    assertNotEquals(after, before);
                    assertEquals(after, second.certificate());
                    assertEquals(stub.whoami("you"), "Base: you", "its connection stays");
                });
        for (Path file : List.of(chain, key, trusted, directory)) {
            Files.delete(file);
        }
    }

    private static X509Certificate presented(SslBundles bundles, int port) throws IOException {
        SSLContext trusting = bundles.getBundle("trusting").createSslContext();
        try (SSLSocket socket =
                (SSLSocket) trusting.getSocketFactory().createSocket(InetAddress.getByName("localhost"), port)) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }
}
