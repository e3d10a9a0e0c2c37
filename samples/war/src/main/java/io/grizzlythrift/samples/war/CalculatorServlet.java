package io.grizzlythrift.samples.war;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.servlet.ThriftServlet;

/**
 * The calculator on a path of the web application, on the port of HTTP. Name this class as a servlet in {@code web.xml} to use
 * it in place of {@link CalculatorDeployment}.
 */
public class CalculatorServlet extends ThriftServlet {
    private static final long serialVersionUID = 1;

    /** Called by the container. */
    public CalculatorServlet() {}

    @Override
    protected void configure(Builder options) {
        options.name("calculator").processor(new Calculator.Processor<>(new CalculatorHandler()));
    }

    /** Reports the calls, after those in flight have ended. */
    @Override
    public void destroy() {
        super.destroy();
        log("calculator received " + counters().calls() + " calls");
    }
}
