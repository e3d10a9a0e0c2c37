package io.grizzlythrift.samples.secured;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.kerby.kerberos.kerb.KrbException;

/** The realm of all tests in this JVM, with members that are created when they are first asked for. */
public final class TestRealm {
    /** The first part of the principal of each service. */
    static final String SERVICE = "calculator";

    /** The host in the principal of each service. */
    static final String HOST = "localhost";

    private static final KerberosRealm REALM = start();
    private static final Map<String, Path> KEYTABS = new ConcurrentHashMap<>();

    private TestRealm() {}

    private static KerberosRealm start() {
        try {
            return KerberosRealm.start(
                    Files.createDirectories(Path.of("target/realm")).toAbsolutePath());
        } catch (Exception e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static KerberosRealm realm() {
        return REALM;
    }

    /** Returns the file with the keys of a member. */
    public static Path keytab(String name) {
        return KEYTABS.computeIfAbsent(name, created -> {
            try {
                return REALM.createKeytab(created);
            } catch (KrbException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Returns the full name of a service on this machine. */
    public static String service() {
        return KerberosRealm.principal(SERVICE + "/" + HOST);
    }

    static Path serviceKeytab() {
        return keytab(SERVICE + "/" + HOST);
    }

    /** Logs a client in, which gets a ticket. */
    static Subject client(String name) throws LoginException {
        return login(KerberosRealm.principal(name), keytab(name), true);
    }

    /** Logs the service in, which gets its keys only. */
    static Subject server() throws LoginException {
        return login(service(), serviceKeytab(), false);
    }

    private static Subject login(String principal, Path keytab, boolean initiator) throws LoginException {
        Map<String, String> options = Map.of(
                "useKeyTab", "true",
                "keyTab", keytab.toString(),
                "principal", principal,
                "storeKey", "true",
                "doNotPrompt", "true",
                "isInitiator", Boolean.toString(initiator),
                "refreshKrb5Config", "true");
        LoginContext context = new LoginContext("test", null, null, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        });
        context.login();
        return context.getSubject();
    }

    /** Runs an action as a subject, and throws what it throws. */
    static <T> T as(Subject subject, PrivilegedExceptionAction<T> action) throws Exception {
        try {
            return Subject.doAs(subject, action);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }
}
