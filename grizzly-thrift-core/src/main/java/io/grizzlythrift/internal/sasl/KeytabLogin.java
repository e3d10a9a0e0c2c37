package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.security.SaslMechanism;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;

/** Gives a subject the keys of a keytab, without a configuration file of JAAS, and without a ticket: a service needs none. */
final class KeytabLogin {
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";

    private KeytabLogin() {}

    /**
     * Returns the subject of a mechanism: that of the application, or one with the keytab, whose keys are read whenever a
     * client comes.
     *
     * @return empty if the mechanism has neither
     * @throws IllegalStateException if the keytab cannot be read
     */
    static Optional<Subject> subjectOf(SaslMechanism mechanism) {
        return mechanism.keytab().isPresent()
                ? Optional.of(login(
                        mechanism.principal().orElseThrow(), mechanism.keytab().get()))
                : mechanism.subject();
    }

    private static Subject login(String principal, Path keytab) {
        if (!Files.isReadable(keytab)) {
            throw new IllegalStateException("SASL GSSAPI: the keytab " + keytab + " cannot be read");
        }
        Map<String, String> options = Map.of(
                "principal", principal,
                "keyTab", keytab.toAbsolutePath().toString(),
                "useKeyTab", "true",
                "storeKey", "true",
                "isInitiator", "false",
                "doNotPrompt", "true");
        Configuration configuration = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, options)
                };
            }
        };
        Subject subject = new Subject();
        try {
            new LoginContext("grizzly-thrift", subject, null, configuration).login();
        } catch (LoginException e) {
            throw new IllegalStateException(
                    "SASL GSSAPI: cannot log in as " + principal + " with the keytab " + keytab + ": " + e.getMessage(),
                    e);
        }
        return subject;
    }
}
