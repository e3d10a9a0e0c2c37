package io.grizzlythrift.samples.secured;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.KdcConfigKey;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/**
 * A Kerberos realm on the loopback interface, which exists as long as this object is open: a key distribution center in
 * this JVM, and files for its members. For samples and tests only, because it keeps all keys in memory.
 */
public final class KerberosRealm implements AutoCloseable {
    /** The name of the realm. */
    public static final String NAME = "EXAMPLE.ORG";

    private final Path folder;
    private final SimpleKdcServer kdc;
    private final Path config;

    private KerberosRealm(Path folder, SimpleKdcServer kdc) throws IOException {
        this.folder = folder;
        this.kdc = kdc;
        config = writeConfig("krb5.conf", Duration.ofHours(10));
    }

    /**
     * Starts the key distribution center, and lets this JVM use the realm. A JVM has one realm at a time, because the
     * JDK keeps the configuration of Kerberos in static fields.
     *
     * @param folder existing, for the configuration and the keys
     * @return the open realm
     * @throws IOException if a file cannot be written
     * @throws KrbException if the key distribution center cannot start
     */
    public static KerberosRealm start(Path folder) throws IOException, KrbException {
        SimpleKdcServer kdc = new SimpleKdcServer(); // on a free port
        kdc.setKdcRealm(NAME);
        kdc.setKdcHost("127.0.0.1");
        kdc.setKdcTcpPort(kdc.getKdcPort());
        kdc.setAllowUdp(false);
        kdc.setWorkDir(folder.toFile());
        kdc.getKdcConfig().setLong(KdcConfigKey.MINIMUM_TICKET_LIFETIME, 1L); // in seconds
        kdc.getKdcConfig().setString(KdcConfigKey.ENCRYPTION_TYPES, "aes256-cts-hmac-sha1-96 aes128-cts-hmac-sha1-96");
        kdc.init(); // points the JVM to a configuration of its own
        kdc.start();
        KerberosRealm realm = new KerberosRealm(folder, kdc);
        System.setProperty("java.security.krb5.conf", realm.config().toString());
        return realm;
    }

    /** {@return the configuration of Kerberos, for the system property {@code java.security.krb5.conf} of another JVM} */
    public Path config() {
        return config;
    }

    /**
     * Writes a configuration with another lifetime of tickets.
     *
     * @param name of the file
     * @param ticketLifetime of the tickets that a JVM with this configuration asks for, at least a second
     * @return the file
     * @throws IOException if the file cannot be written
     */
    public Path writeConfig(String name, Duration ticketLifetime) throws IOException {
        String text = """
                [libdefaults]
                  default_realm = %1$s
                  dns_lookup_kdc = false
                  dns_lookup_realm = false
                  dns_canonicalize_hostname = false
                  udp_preference_limit = 1
                  ticket_lifetime = %2$ds
                [realms]
                  %1$s = {
                    kdc = 127.0.0.1:%3$d
                  }
                """.formatted(NAME, ticketLifetime.toSeconds(), kdc.getKdcTcpPort());
        return Files.writeString(folder.resolve(name), text);
    }

    /**
     * Creates a member of the realm.
     *
     * @param name without the realm: {@code alice}, or {@code calculator/localhost} for a service on this machine
     * @return a new file with the keys of the member
     * @throws KrbException if the member exists
     */
    public Path createKeytab(String name) throws KrbException {
        String principal = principal(name);
        Path keytab = folder.resolve(name.replace('/', '.') + ".keytab");
        kdc.createPrincipal(principal);
        kdc.exportPrincipal(principal, keytab.toFile());
        return keytab;
    }

    /**
     * {@return the full name of a member}
     *
     * @param name without the realm
     */
    public static String principal(String name) {
        return name + "@" + NAME;
    }

    /** Stops the key distribution center. The files stay. */
    @Override
    public void close() throws KrbException {
        kdc.stop();
    }
}
