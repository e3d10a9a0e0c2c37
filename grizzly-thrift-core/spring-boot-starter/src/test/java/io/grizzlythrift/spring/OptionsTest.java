package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.Decision;
import io.grizzlythrift.security.PlainVerifier;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServerConfig;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testng.annotations.Test;

/** Tests properties of options that are objects: what they set, and authentication and authorization with calls. */
@Test(timeOut = 120_000)
public class OptionsTest {
    private static final String ADDRESS = "grizzly.thrift.client.own.address=127.0.0.1:${local.grizzly.thrift.port}";

    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = Base.Iface.class)
    static class Client {}

    @Configuration(proxyBeanMethods = false)
    static class Passwords {
        @Bean
        SaslMechanism plain() {
            return SaslMechanism.plain(PlainVerifier.of((user, password) ->
                    user.equals("ann") && String.valueOf(password).equals("secret")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Rules {
        @Bean
        Authorizer all() {
            return (identity, service, method) -> Decision.allow();
        }
    }

    private static ApplicationContextRunner runner(Class<?>... configurations) {
        return Contexts.runner(configurations).withPropertyValues(ADDRESS, "grizzly.thrift.client.own.call-timeout=1m");
    }

    private static ThriftClientConfig client(String... properties) {
        ThriftClientConfig[] config = new ThriftClientConfig[1];
        runner(Served.class, Client.class).withPropertyValues(properties).run(context -> {
            assertNull(context.getStartupFailure());
            config[0] = context.getBean(ThriftClients.class).client("own").config();
        });
        return config[0];
    }

    public void policiesOfAClient() {
        String own = "grizzly.thrift.client.own.";
        ThriftClientConfig config = client(
                own + "retries.max-retries=3",
                own + "retries.idempotent-methods=whoami,Base:ping",
                own + "retries.budget-percent=30",
                own + "retries.budget-per-second=7",
                own + "hedging.after-percentile=95.5",
                own + "balancer=rendezvous",
                own + "load-factor=1.5",
                own + "outlier-detection.failures-in-row=9",
                own + "outlier-detection.max-backoff=1m",
                own + "aperture.servers=12",
                own + "aperture.client=1",
                own + "aperture.clients=3",
                own + "aperture.max-load=50",
                own + "reconnect-backoff.initial=50ms",
                own + "ping-idle=30s",
                own + "ping-method=ping");
        assertEquals(config.retries().maxRetries(), 3);
        assertTrue(config.retries().isIdempotent(Optional.empty(), "whoami"));
        assertTrue(config.retries().isIdempotent(Optional.of("Base"), "ping"));
        assertEquals(config.retries().budgetPercent(), 30);
        assertEquals(config.retries().budgetPerSecond(), 7);
        String all = config.toString();
        for (String part : new String[] {"95.5", "1.5", "client 1 of 3", "maxLoad=50", "PT0.05S", "PT30S"}) {
            assertTrue(all.contains(part), part + " is not in " + all);
        }
        assertEquals(config.outlierDetection().failuresInRow(), 9);
        assertEquals(config.outlierDetection().maxBackoff().toMinutes(), 1);
        assertEquals(
                client(own + "outlier-detection.enabled=false")
                        .outlierDetection()
                        .slowStart()
                        .toMillis(),
                0);
    }

    public void objectsOfAServer() {
        String server = "grizzly.thrift.server.";
        Contexts.runner(Served.class)
                .withPropertyValues(
                        server + "strategy=adaptive",
                        server + "threads=3",
                        server + "queue-capacity=77",
                        server + "quick-bound=200us",
                        server + "methods[whoami].threads=2",
                        server + "methods[whoami].max-in-flight=5",
                        server + "priorities-from-header=true",
                        server + "http=true",
                        server + "json-calls=true",
                        server + "console.enabled=true",
                        server + "console.calls=true",
                        server + "console.hosts=one.example.com,two.example.com",
                        server + "concurrency-limit.max=500",
                        server + "sasl.external=true",
                        server + "sasl.max-token-bytes=2KB",
                        server + "sasl.quality-of-protection=auth-conf,auth")
                .run(context -> {
                    assertNull(context.getStartupFailure());
                    ThriftServerConfig config = context.getBean(ThriftServers.class)
                            .server("thrift")
                            .config();
                    String all = config.toString();
                    for (String part : new String[] {
                        "queueCapacity=77",
                        "quickBound=200us",
                        "whoami",
                        "two.example.com",
                        "500 calls",
                        "maxTokenBytes=2048",
                        "[AUTH_CONF, AUTH]"
                    }) {
                        assertTrue(all.contains(part), part + " is not in " + all);
                    }
                });
    }

    public void passwordsOfSasl() {
        runner(Served.class, Client.class, Passwords.class)
                .withPropertyValues(
                        "grizzly.thrift.server.sasl.allow-without-tls=PLAIN",
                        "grizzly.thrift.server.sasl.required=true",
                        "grizzly.thrift.server.access-rules.rules[0]=whoami: ann",
                        "grizzly.thrift.client.own.sasl.mechanism=plain",
                        "grizzly.thrift.client.own.sasl.user=ann",
                        "grizzly.thrift.client.own.sasl.password=secret",
                        "grizzly.thrift.client.own.sasl.allow-plain-without-tls=true")
                .run(context -> {
                    assertNull(context.getStartupFailure());
                    Base.Iface stub = (Base.Iface) context.getBean("own.Base.Iface");
                    assertEquals(stub.whoami("you"), "Base: you");
                    assertEquals(
                            expectThrows(CallFailedException.class, stub::ping).failure(),
                            FailureCause.PERMISSION_DENIED);
                });
    }

    public void aPasswordIsNeverShown() {
        runner(Served.class, Client.class)
                .withPropertyValues(
                        "grizzly.thrift.client.own.sasl.mechanism=PLAIN",
                        "grizzly.thrift.client.own.sasl.password=secret")
                .run(context -> {
                    FailureAnalysis analysis = Contexts.analysis(context);
                    assertTrue(analysis.getDescription().contains("user"), analysis.getDescription());
                    for (Throwable each = analysis.getCause(); each != null; each = each.getCause()) {
                        assertTrue(!String.valueOf(each.getMessage()).contains("secret"), each.getMessage());
                    }
                });
    }

    public void rulesInAFile() throws IOException {
        Path file = Files.createTempFile("rules", "");
        Files.writeString(file, "whoami: anyone\n");
        runner(Served.class, Client.class)
                .withPropertyValues("grizzly.thrift.server.access-rules.file=" + file)
                .run(context -> {
                    assertNull(context.getStartupFailure());
                    Base.Iface stub = (Base.Iface) context.getBean("own.Base.Iface");
                    assertEquals(stub.whoami("you"), "Base: you");
                    assertEquals(
                            expectThrows(CallFailedException.class, stub::ping).failure(),
                            FailureCause.UNAUTHENTICATED);
                });
        Files.delete(file);
        Await.that(
                "still read",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("thrift-access-rules")));
    }

    public void rulesBesideAnAuthorizerAreReported() {
        Contexts.runner(Served.class, Rules.class)
                .withPropertyValues("grizzly.thrift.server.access-rules.rules[0]=*: anyone")
                .run(context ->
                        assertTrue(Contexts.analysis(context).getDescription().contains("the bean 'all'")));
    }
}
