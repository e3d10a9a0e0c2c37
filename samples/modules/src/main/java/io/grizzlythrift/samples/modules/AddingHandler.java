package io.grizzlythrift.samples.modules;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import io.grizzlythrift.samples.calculator.gen.Work;

/** A calculator that only adds. */
final class AddingHandler implements Calculator.Iface {
    @Override
    public int add(int num1, int num2) {
        return num1 + num2;
    }

    @Override
    public void ping() {}

    @Override
    public void zip() {}

    @Override
    public int calculate(int logid, Work work) {
        return 0;
    }

    @Override
    public SharedStruct getStruct(int key) {
        return new SharedStruct().setKey(key);
    }
}
