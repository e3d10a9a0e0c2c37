package io.grizzlythrift.samples.secured;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.Operation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.thrift.TException;

/**
 * Starts a Kerberos realm and a secured calculator, calls it as alice, as bob and as a stranger, changes the rules, and
 * prints what each of them may do.
 */
public final class Secured {
    private static final List<String> METHODS = List.of("add", "calculate");
    private static final Duration LONGEST_RELOAD = Duration.ofSeconds(30);

    private final Path rules;
    private final KerberosRealm realm;
    private final TlsConfig clientTls;
    private final int port;

    private Secured(Path rules, KerberosRealm realm, TlsConfig clientTls, int port) {
        this.rules = rules;
        this.realm = realm;
        this.clientTls = clientTls;
        this.port = port;
    }

    /** Argument: a folder for keys and rules, by default {@code target/secured}. */
    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE); // the refused callers are part of the demonstration
        Path folder = Files.createDirectories(Path.of(args.length > 0 ? args[0] : "target/secured"))
                .toAbsolutePath();
        Path rules = copyRules(folder);
        DemoCertificate certificate = DemoCertificate.create(folder);
        TlsConfig serverTls = TlsConfig.builder()
                .keyStore(certificate.keyStore(), DemoCertificate.password())
                .build();
        TlsConfig clientTls =
                TlsConfig.builder().trust(certificate.certificate()).build();
        try (KerberosRealm realm = KerberosRealm.start(folder);
                AccessRules authorizer = AccessRules.ofFile(rules);
                ThriftServer server =
                        SecuredServer.create(serverTls, realm.createKeytab("calculator/localhost"), authorizer)) {
            server.start();
            new Secured(rules, realm, clientTls, server.port()).run();
        }
    }

    private static Path copyRules(Path folder) throws IOException {
        Path copy = folder.resolve("access.rules");
        try (InputStream original = Secured.class.getResourceAsStream("access.rules")) {
            Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    private void run() throws IOException, KrbException, InterruptedException {
        print("", METHODS.get(0), METHODS.get(1));
        try (ThriftClient alice = client("alice");
                ThriftClient bob = client("bob")) {
            print("alice", alice);
            print("bob", bob);
            print("a stranger", callAsStranger(METHODS.get(0)), callAsStranger(METHODS.get(1)));
            String text = Files.readString(rules);
            Files.writeString(
                    rules, text.replace("calculate: ", "calculate: " + KerberosRealm.principal("bob") + ", "));
            Instant end = Instant.now().plus(LONGEST_RELOAD);
            while (call("calculate", bob).equals("PERMISSION_DENIED")
                    && Instant.now().isBefore(end)) {
                Thread.sleep(100); // the server reads the file once a second
            }
            print("bob, by new rules", bob);
            System.out.println("the log says: 6 * 7 = " + call("getStruct", alice));
        }
    }

    private ThriftClient client(String name) throws KrbException {
        return SecuredClient.create(port, clientTls, KerberosRealm.principal(name), realm.createKeytab(name));
    }

    private static void print(String caller, ThriftClient client) {
        print(caller, call(METHODS.get(0), client), call(METHODS.get(1), client));
    }

    private static void print(String caller, String first, String second) {
        System.out.printf("%-20s %-18s %s%n", caller, first, second);
    }

    /** By a new client each time: one whose connection was closed waits before it connects again, and fails calls meanwhile. */
    private String callAsStranger(String method) {
        try (ThriftClient stranger = SecuredClient.stranger(port, clientTls).build()) {
            return call(method, stranger);
        }
    }

    /** Returns the result of a call, or why it has failed. */
    private static String call(String method, ThriftClient client) {
        Calculator.Iface calculator = client.stub(Calculator.Iface.class);
        try {
            return switch (method) {
                case "add" -> Integer.toString(calculator.add(1, 1));
                case "calculate" -> Integer.toString(calculator.calculate(1, new Work(6, 7, Operation.MULTIPLY)));
                default -> calculator.getStruct(1).getValue();
            };
        } catch (CallFailedException e) {
            return e.failure().toString();
        } catch (TException e) {
            return e.toString();
        }
    }
}
