package io.grizzlythrift.samples.guide;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.servlet.ThriftServlet;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.annotation.WebServlet;

/** The calculator in a servlet container: declared by an annotation, and added by a program. */
final class Servlets {
    private Servlets() {}

    // @start region=declared
    @WebServlet(urlPatterns = "/calculator", asyncSupported = true, loadOnStartup = 1)
    public static class CalculatorServlet extends ThriftServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void configure(Builder options) {
            options.processor(new Calculator.Processor<>(new CalculatorHandler()))
                    .strategy(WorkerThreadStrategy.ofThreads(8));
        }
    }
    // @end region=declared

    // @start region=added
    static void add(ServletContext context) {
        ThriftServlet servlet = ThriftServlet.builder()
                .processor(new Calculator.Processor<>(new CalculatorHandler()))
                .build();
        ServletRegistration.Dynamic added = context.addServlet("calculator", servlet);
        added.setAsyncSupported(true);
        added.setLoadOnStartup(1);
        added.addMapping("/calculator");
    }
    // @end region=added
}
