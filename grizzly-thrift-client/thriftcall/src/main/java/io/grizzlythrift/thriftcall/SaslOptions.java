package io.grizzlythrift.thriftcall;

import io.grizzlythrift.client.security.SaslCredentials;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Who calls, for servers with SASL. */
final class SaslOptions {
    /** The environment variable with the password: a command line would show it to all users of the machine. */
    static final String PASSWORD = "THRIFTCALL_PASSWORD";

    @Option(
            names = "--sasl",
            paramLabel = "MECHANISM",
            required = true,
            description =
                    "Authenticate by plain, digest-md5, external, or gssapi (Kerberos, with the ticket of kinit or"
                            + " --keytab).")
    private String mechanism;

    @Option(names = "--user", paramLabel = "NAME", description = "The user, or the principal of --keytab.")
    private String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "Its first line is the password. Default: the environment variable " + PASSWORD
                    + ", or a question on the terminal.")
    private Path passwordFile;

    @Option(names = "--keytab", paramLabel = "FILE", description = "The key of the principal, for gssapi.")
    private Path keytab;

    @Option(
            names = "--sasl-service",
            paramLabel = "NAME",
            description = "The service of the server's principal, for gssapi and digest-md5. Default: thrift.")
    private String service;

    @Option(names = "--allow-plain-without-tls", description = "Let plain send the password where others can read it.")
    private boolean plainWithoutTls;

    SaslCredentials credentials(boolean usesTls) {
        SaslCredentials.Builder builder = ofMechanism(usesTls);
        if (service != null) {
            builder.service(service);
        }
        if (plainWithoutTls) {
            builder.allowPlainWithoutTls();
        }
        return builder.build();
    }

    private SaslCredentials.Builder ofMechanism(boolean usesTls) {
        return switch (mechanism.toUpperCase(Locale.ROOT)) {
            case SaslCredentials.PLAIN -> {
                String name = user();
                if (!usesTls && !plainWithoutTls) {
                    throw CommandException.usage(
                            "--sasl plain sends the password as it is", "Add --tls, or --allow-plain-without-tls.");
                }
                char[] password = password();
                yield SaslCredentials.plain(name, () -> password);
            }
            case SaslCredentials.DIGEST_MD5 -> {
                char[] password = password();
                yield SaslCredentials.digestMd5(user(), () -> password);
            }
            case SaslCredentials.EXTERNAL -> SaslCredentials.external();
            case SaslCredentials.GSSAPI ->
                keytab == null ? SaslCredentials.kerberosTicketCache() : SaslCredentials.kerberosKeytab(user(), keytab);
            default ->
                throw CommandException.usage(
                        "--sasl " + mechanism + " is not known", "Use plain, digest-md5, external or gssapi.");
        };
    }

    private String user() {
        if (user == null) {
            throw CommandException.usage("--sasl " + mechanism + " needs --user", "");
        }
        return user;
    }

    // From JDK 22 on, the console may be a pipe, which may have the password as well.
    @SuppressWarnings("SystemConsoleNull")
    private char[] password() {
        user();
        if (passwordFile != null) {
            try (var lines = Files.lines(passwordFile)) {
                return lines.findFirst().orElse("").toCharArray();
            } catch (IOException e) {
                throw CommandException.usage("cannot read the password from " + passwordFile + ": " + e, "");
            }
        }
        String variable = System.getenv(PASSWORD);
        if (variable != null) {
            return variable.toCharArray();
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
        if (typed == null) {
            throw CommandException.usage("no password", "Set " + PASSWORD + ", or use --password-file.");
        }
        return typed;
    }
}
