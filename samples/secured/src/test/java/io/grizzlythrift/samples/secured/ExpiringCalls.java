package io.grizzlythrift.samples.secured;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A program for a JVM of its own, in whose configuration tickets live for seconds: calls a server for longer than a ticket
 * lives, on connections that the server replaces all the time, and prints how many calls it has made.
 *
 * <p>usage: ExpiringCalls PORT PRINCIPAL KEYTAB SECONDS
 */
public final class ExpiringCalls {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private ExpiringCalls() {}

    /** Makes the calls; fails with the first one that fails. */
    public static void main(String[] args) throws Exception {
        Instant end = Instant.now().plusSeconds(Long.parseLong(args[3]));
        int calls = 0;
        try (ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", Integer.parseInt(args[0]))
                .connectTimeout(PATIENCE)
                .callTimeout(PATIENCE)
                .sasl(SaslCredentials.kerberosKeytab(args[1], Path.of(args[2]))
                        .service(TestRealm.SERVICE)
                        .serverName(TestRealm.HOST)
                        .build())
                .build()) {
            Calculator.Iface calculator = client.stub(Calculator.Iface.class);
            while (Instant.now().isBefore(end)) {
                if (calculator.add(calls, 1) != calls + 1) {
                    throw new AssertionError("wrong sum");
                }
                calls++;
            }
        }
        System.out.println(calls);
    }
}
