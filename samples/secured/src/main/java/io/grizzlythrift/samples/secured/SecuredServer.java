package io.grizzlythrift.samples.secured;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.tls.TlsConfig;
import java.nio.file.Path;

/** The server: TLS protects the connections, Kerberos tells who calls, and a file says who may call what. */
final class SecuredServer {
    static final String SERVICE = "calculator";

    private SecuredServer() {}

    // @start region=server
    static ThriftServer create(TlsConfig tls, Path keytab, AccessRules rules) {
        SaslConfig sasl = SaslConfig.builder()
                .mechanism(SaslMechanism.gssapi("calculator/localhost@EXAMPLE.ORG", keytab))
                .qualityOfProtection(QualityOfProtection.AUTH) // TLS encrypts
                .required(true)
                .build();
        return ThriftServer.builder()
                .name("calculator")
                .listen("127.0.0.1", 0)
                .processor(new Calculator.Processor<>(new AuditedCalculator()))
                .tls(tls)
                .sasl(sasl)
                .authorizer(rules)
                .build();
    }
    // @end region=server
}
