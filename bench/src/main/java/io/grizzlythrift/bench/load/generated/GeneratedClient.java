package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.load.caller.Answers;
import io.grizzlythrift.bench.load.caller.CallMix;
import io.grizzlythrift.bench.load.plan.LoadClient;
import io.grizzlythrift.bench.load.plan.LoadErrors;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.service.PreparedCall;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** Base class of the clients that call through generated code. */
public abstract class GeneratedClient implements LoadClient {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final LoadPlan plan;
    private final PreparedCall call;
    private final CallMix mix;
    private final Answers answers;

    protected GeneratedClient(LoadPlan plan) {
        this.plan = plan;
        call = plan.preparedCall();
        mix = CallMix.withBurns(call, plan.handlerMicros(), plan.burnEvery());
        answers = new Answers(call);
    }

    protected final LoadPlan plan() {
        return plan;
    }

    /** {@return the call that is measured} */
    protected final PreparedCall call() {
        return call;
    }

    /** {@return the measured call and the burning calls in between} */
    protected final CallMix mix() {
        return mix;
    }

    protected final Answers answers() {
        return answers;
    }

    /** {@return how long the calls in flight at the end of a run may take; a call that takes longer is an error} */
    protected final Duration grace() {
        return GRACE.plus(plan.handlerTime());
    }

    @Override
    public final long calls() {
        return answers.right();
    }

    @Override
    public final LoadErrors errors() {
        return answers.errors();
    }

    @Override
    public final void record(boolean on) {
        answers.record(on);
    }

    @Override
    public final Histogram latencies() {
        return answers.latencies();
    }
}
