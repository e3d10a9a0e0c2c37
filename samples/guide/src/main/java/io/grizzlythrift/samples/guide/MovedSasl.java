package io.grizzlythrift.samples.guide;

import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.nio.file.Path;
import java.util.Map;
import javax.security.auth.callback.CallbackHandler;
import javax.security.sasl.Sasl;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TSaslServerTransport;
import org.apache.thrift.transport.TServerSocket;

/** A service with libthrift's SASL, before and after it is moved. */
final class MovedSasl {
    private MovedSasl() {}

    // @start region=before
    static TServer before(TServerSocket socket, TProcessor processor, CallbackHandler authorizes) {
        TSaslServerTransport.Factory sasl = new TSaslServerTransport.Factory();
        sasl.addServerDefinition(
                "GSSAPI", "calculator", "node1.example.org", Map.of(Sasl.QOP, "auth-conf,auth-int"), authorizes);
        return new TThreadPoolServer(new TThreadPoolServer.Args(socket)
                .processor(processor)
                .protocolFactory(new TBinaryProtocol.Factory())
                .transportFactory(sasl) // and all of this as the Subject of a LoginContext
                .maxWorkerThreads(200));
    }
    // @end region=before

    // @start region=after
    static ThriftServer after(TProcessor processor, Path keytab) {
        return ThriftServer.builder()
                .listen("0.0.0.0", 9090)
                .processor(processor)
                .strategy(WorkerThreadStrategy.ofThreads(16)) // for calls, however many connections there are
                .sasl(SaslConfig.builder()
                        .mechanism(SaslMechanism.gssapi("calculator/node1.example.org", keytab))
                        .qualityOfProtection(QualityOfProtection.AUTH_CONF, QualityOfProtection.AUTH_INT)
                        .required(true)
                        .build())
                .build();
    }
    // @end region=after
}
