package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.ServerCallListener;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.THttpClient;
import org.glassfish.grizzly.http.server.HttpServer;

/** Token authentication with an HTTP header. */
final class Tokens {
    private Tokens() {}

    // @start region=server
    static ServerInterceptor bearer(String token) {
        byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        return call -> {
            String sent = call.header("Authorization").orElse("");
            if (!MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), expected)) { // in constant time
                throw new TApplicationException(TApplicationException.INTERNAL_ERROR, "not authenticated");
            }
            return ServerCallListener.IGNORED;
        };
    }

    static void serve(HttpServer https, String token) { // with TLS: a token is a password
        https.getServerConfiguration()
                .addHttpHandler(
                        ThriftHttpHandler.builder()
                                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                                .interceptor(bearer(token))
                                .build(),
                        "/calculator");
    }
    // @end region=server

    // @start region=client
    static int add(String address, String token) throws TException {
        try (THttpClient transport = new THttpClient(address)) {
            transport.setCustomHeader("Authorization", "Bearer " + token);
            return new Calculator.Client(new TBinaryProtocol(transport)).add(1, 1);
        }
    }
    // @end region=client
}
