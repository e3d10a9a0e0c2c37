package io.grizzlythrift.spring.internal.config;

import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.tls.TlsVersion;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * TLS with bundles of Spring Boot. When a bundle is reloaded, later handshakes use the new certificates, and connections
 * that are open stay open. Thread-safe.
 */
public final class BundleTls {
    private final ObjectProvider<SslBundles> bundles;

    /** One per bundle, because the handlers of its updates cannot be removed. */
    private final Map<String, AtomicReference<SSLContext>> contexts = new ConcurrentHashMap<>();

    public BundleTls(ObjectProvider<SslBundles> bundles) {
        this.bundles = bundles;
    }

    /**
     * Returns a builder with the certificates, the versions and the cipher suites of a bundle.
     *
     * @throws IllegalArgumentException if there is no such bundle, or it cannot be used
     */
    public TlsConfig.Builder builder(String name) {
        SslBundles all = bundles.getIfAvailable();
        if (all == null) {
            throw new IllegalArgumentException("the application has no SSL bundles");
        }
        SslBundle bundle;
        try {
            bundle = all.getBundle(name);
        } catch (NoSuchSslBundleException e) {
            throw new IllegalArgumentException(
                    "there is no such bundle, spring.ssl.bundle has " + all.getBundleNames(), e);
        }
        AtomicReference<SSLContext> context = contexts.computeIfAbsent(name, absent -> current(absent, bundle, all));
        TlsConfig.Builder tls = TlsConfig.builder().sslContext(context::get);
        String[] suites = bundle.getOptions().getCiphers();
        if (suites != null && suites.length > 0) {
            tls.cipherSuites(suites);
        }
        String[] versions = bundle.getOptions().getEnabledProtocols();
        if (versions != null && versions.length > 0) {
            TlsVersion[] enabled =
                    Arrays.stream(versions).map(BundleTls::version).toArray(TlsVersion[]::new);
            tls.versions(enabled[0], enabled);
        }
        return tls;
    }

    private static AtomicReference<SSLContext> current(String name, SslBundle bundle, SslBundles all) {
        AtomicReference<SSLContext> context = new AtomicReference<>(bundle.createSslContext());
        all.addBundleUpdateHandler(name, updated -> context.set(updated.createSslContext()));
        return context;
    }

    private static TlsVersion version(String name) {
        return switch (name) {
            case "TLSv1.2" -> TlsVersion.TLS_1_2;
            case "TLSv1.3" -> TlsVersion.TLS_1_3;
            default ->
                throw new IllegalArgumentException(
                        "it enables " + name + ", but enabled-protocols must be TLSv1.2 or TLSv1.3");
        };
    }
}
