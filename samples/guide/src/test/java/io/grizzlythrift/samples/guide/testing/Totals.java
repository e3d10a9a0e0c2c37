package io.grizzlythrift.samples.guide.testing;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import org.apache.thrift.TException;

/** The code under test of the page about tests: adds numbers by calling a calculator. */
// @start region=totals
final class Totals {
    private final Calculator.Iface calculator;

    Totals(Calculator.Iface calculator) {
        this.calculator = calculator;
    }

    int of(int... numbers) throws TException {
        int total = 0;
        for (int number : numbers) {
            total = calculator.add(total, number);
        }
        return total;
    }
}
// @end region=totals
