package io.grizzlythrift.samples.tracing;

import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.apache.thrift.TException;

/** A calculator that calls another one to add. These calls belong to the trace of the call that it handles. */
final class RelayingHandler extends CalculatorHandler {
    private final Calculator.Iface next;

    RelayingHandler(Calculator.Iface next) {
        this.next = next;
    }

    @Override
    public int add(int left, int right) {
        try {
            return next.add(left, right);
        } catch (TException e) {
            throw new IllegalStateException(e);
        }
    }
}
