package io.grizzlythrift.samples.secured;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.testng.annotations.Test;

/** A client with a keytab goes on calling while its tickets expire and its connections are replaced. */
public class TicketExpiryProcessTest {
    private static final Duration TICKET_LIFETIME = Duration.ofSeconds(3);
    private static final Duration CALLING = TICKET_LIFETIME.multipliedBy(3);

    @Test(timeOut = 300_000)
    public void callsGoOn() throws Exception {
        Path config = TestRealm.realm().writeConfig("expiring.conf", TICKET_LIFETIME);
        try (ThriftServer server = SaslServers.WORKER_THREAD
                .builder(new Calculator.Processor<>(new AuditedCalculator()))
                .sasl(SaslServers.kerberos().build())
                .limits(ServerLimits.builder()
                        .maxConnectionAge(Duration.ofSeconds(1))
                        .build())
                .build()) {
            server.start();
            List<String> lines = ChildJvm.run(
                    "expiring",
                    config,
                    List.of(System.getProperty("java.class.path").split(File.pathSeparator)),
                    ExpiringCalls.class,
                    List.of(
                            Integer.toString(server.port()),
                            KerberosRealm.principal("heidi"),
                            TestRealm.keytab("heidi").toString(),
                            Long.toString(CALLING.toSeconds())));
            assertTrue(Integer.parseInt(lines.get(0)) > 0, lines.toString());
            assertTrue(server.counters().acceptedConnections() > CALLING.toSeconds() / 2, "connections not replaced");
        }
    }
}
