package io.grizzlythrift.spring;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.spring.internal.ThriftAutoConfiguration;
import io.grizzlythrift.spring.internal.actuate.ThriftEndpointAutoConfiguration;
import io.grizzlythrift.spring.internal.actuate.ThriftHealth4AutoConfiguration;
import io.grizzlythrift.spring.internal.actuate.ThriftHealthAutoConfiguration;
import io.grizzlythrift.spring.internal.actuate.ThriftMetricsAutoConfiguration;
import io.grizzlythrift.spring.internal.actuate.ThriftObservationAutoConfiguration;
import io.grizzlythrift.spring.internal.cloud.ThriftDiscoveryAutoConfiguration;
import io.grizzlythrift.spring.internal.config.ThriftFailureAnalyzer;
import io.grizzlythrift.spring.internal.security.ThriftSecurityAutoConfiguration;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Contexts with the auto-configuration of an application. */
final class Contexts {
    static final Duration PATIENT = Duration.ofMinutes(1);

    private Contexts() {}

    /** The classes of this module, and those of Spring Boot that they need. Starts faster than a whole application. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ThriftAutoConfiguration.class,
        ThriftDiscoveryAutoConfiguration.class,
        ThriftEndpointAutoConfiguration.class,
        ThriftHealthAutoConfiguration.class,
        ThriftHealth4AutoConfiguration.class,
        ThriftMetricsAutoConfiguration.class,
        ThriftObservationAutoConfiguration.class,
        ThriftSecurityAutoConfiguration.class,
        ApplicationAvailabilityAutoConfiguration.class,
        SslAutoConfiguration.class
    })
    static class Parts {}

    /** All that is on the class path. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** {@return a runner without properties} */
    static ApplicationContextRunner bare(Class<?>... configurations) {
        return new ApplicationContextRunner()
                .withUserConfiguration(configurations)
                .withUserConfiguration(Parts.class);
    }

    /** {@return a runner with a free port} */
    static ApplicationContextRunner runner(Class<?>... configurations) {
        return bare(configurations).withPropertyValues("grizzly.thrift.server.port=0");
    }

    /** {@return a runner with a free port and the auto-configuration of all that is on the class path} */
    static ApplicationContextRunner application(Class<?>... configurations) {
        return new ApplicationContextRunner()
                .withUserConfiguration(configurations)
                .withUserConfiguration(Application.class)
                .withPropertyValues("grizzly.thrift.server.port=0");
    }

    static int port(AssertableApplicationContext context) {
        return context.getEnvironment().getRequiredProperty("local.grizzly.thrift.port", int.class);
    }

    static ThriftClient client(int port) {
        return ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .connectTimeout(PATIENT)
                .callTimeout(PATIENT)
                .build();
    }

    /** {@return what Spring Boot reports about a context that did not start} */
    static FailureAnalysis analysis(AssertableApplicationContext context) {
        FailureAnalysis analysis = new ThriftFailureAnalyzer().analyze(context.getStartupFailure());
        if (analysis == null) {
            throw new AssertionError("not analyzed", context.getStartupFailure());
        }
        return analysis;
    }
}
