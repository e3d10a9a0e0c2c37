package io.grizzlythrift.samples.guide;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import java.time.Duration;
import org.glassfish.grizzly.attributes.AttributeHolder;

/** A handler that asks where the call came from. */
final class Caller extends CalculatorHandler {
    // @start region=context
    @Override
    public int add(int num1, int num2) {
        CallContext call = CallContext.current().orElseThrow(); // on the thread of the handler
        if (call.remaining().compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalStateException("no time is left for " + call.method());
        }
        AttributeHolder session = call.connectionAttributes(); // live as long as the connection
        Object before = session.getAttribute("calls");
        session.setAttribute("calls", before == null ? 1 : (int) before + 1);
        System.out.println(call.method() + " from " + call.peerAddress() + ", read at " + call.arrival()
                + ", certificates " + call.peerCertificates());
        return num1 + num2;
    }
    // @end region=context
}
