package io.grizzlythrift.samples.secured;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.samples.calculator.CalculatorHandler;
import io.grizzlythrift.samples.calculator.gen.InvalidOperation;
import io.grizzlythrift.samples.calculator.gen.Work;
import io.grizzlythrift.security.Identity;

/** Notes in its log who asked for each result. Thread-safe. */
public final class AuditedCalculator extends CalculatorHandler {
    /** Creates a calculator with an empty log. */
    public AuditedCalculator() {}

    // @start region=identity
    @Override
    public int calculate(int logid, Work work) throws InvalidOperation {
        String caller = CallContext.current()
                .flatMap(CallContext::identity)
                .map(Identity::principal)
                .orElse("a stranger");
        String remark = work.isSetComment() ? caller + ": " + work.getComment() : caller;
        return super.calculate(logid, new Work(work).setComment(remark));
    }
    // @end region=identity
}
