package io.grizzlythrift.samples.springboot;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.testng.annotations.Test;

/** The application, called as its clients do. */
public class CalculatorApplicationTest {
    @Test
    public void servesWhileItRunsAndNotAfterwards() throws Exception {
        ConfigurableApplicationContext application =
                SpringApplication.run(CalculatorApplication.class, "--thrift.port=0", "--spring.main.banner-mode=off");
        ThriftServerLifecycle lifecycle = application.getBean(ThriftServerLifecycle.class);
        try (ThriftClient client = ThriftClient.builder()
                .endpoint("127.0.0.1", lifecycle.port())
                .connectTimeout(Duration.ofMinutes(1)) // the machine may be busy
                .callTimeout(Duration.ofMinutes(1))
                .build()) {
            Calculator.Iface calculator = client.stub(Calculator.Iface.class);
            assertEquals(calculator.add(1, 1), 2);

            application.close();
            assertFalse(lifecycle.isRunning());
            assertThrows(CallFailedException.class, () -> calculator.add(1, 1));
        }
    }

    @Test
    public void propertiesAreThoseOfTheFile() {
        try (ConfigurableApplicationContext application =
                SpringApplication.run(CalculatorApplication.class, "--thrift.port=0", "--thrift.threads=3")) {
            ThriftProperties properties = application.getBean(ThriftProperties.class);
            assertEquals(properties.threads(), 3, "from the command line");
            assertEquals(properties.shutdownGrace().toSeconds(), 20, "from application.properties");
        }
    }
}
