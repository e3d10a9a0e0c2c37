package io.grizzlythrift.samples.war;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.server.ThriftServer;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** Starts the server with the application, and drains it when the application is undeployed. */
// @start region=listener
@WebListener
public final class CalculatorDeployment implements ServletContextListener {
    private final ThriftServer server = ThriftServer.builder()
            .name("calculator")
            .listen("127.0.0.1", Integer.getInteger("calculator.port", 9090))
            .processor(new Calculator.Processor<>(new CalculatorHandler()))
            .jmx(true)
            .build();

    /** If the port is taken, this throws, and the deployment fails. */
    @Override
    public void contextInitialized(ServletContextEvent event) {
        server.start();
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        server.close();
        event.getServletContext().log("calculator received " + server.counters().calls() + " calls");
    }
}
// @end region=listener
