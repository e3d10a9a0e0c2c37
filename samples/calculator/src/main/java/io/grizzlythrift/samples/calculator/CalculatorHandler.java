package io.grizzlythrift.samples.calculator;

import io.grizzlythrift.samples.calculator.gen.Calculator;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.SharedStruct;
import io.grizzlythrift.samples.calculator.gen.Work;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Implements the service. Thread-safe. The log of results is kept in memory, as long as the handler exists. */
public class CalculatorHandler implements Calculator.Iface {
    private final Map<Integer, SharedStruct> log = new ConcurrentHashMap<>();

    /** Creates a calculator with an empty log. */
    public CalculatorHandler() {}

    @Override
    public void ping() {}

    @Override
    public int add(int num1, int num2) {
        return num1 + num2;
    }

    @Override
    public int calculate(int logid, Work work) throws InvalidOperation {
        if (!work.isSetOp()) {
            throw new InvalidOperation(0, "no known operation");
        }
        try {
            int result = Math.toIntExact(exactly(work));
            String remark = work.isSetComment() ? " (" + work.getComment() + ")" : "";
            log.put(logid, new SharedStruct(logid, result + remark));
            return result;
        } catch (ArithmeticException e) {
            throw new InvalidOperation(work.getOp().getValue(), e.getMessage());
        }
    }

    /** Two ints never overflow a long, so only a division by zero throws here. */
    private static long exactly(Work work) {
        long left = work.getNum1();
        long right = work.getNum2();
        return switch (work.getOp()) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
        };
    }

    @Override
    public SharedStruct getStruct(int key) {
        return log.getOrDefault(key, new SharedStruct().setKey(key));
    }

    @Override
    public void zip() {}
}
