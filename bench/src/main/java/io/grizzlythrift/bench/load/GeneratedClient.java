package io.grizzlythrift.bench.load;

import io.grizzlythrift.bench.service.PreparedCall;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** What all clients share that call through generated code. */
abstract class GeneratedClient implements LoadClient {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final LoadPlan plan;
    private final PreparedCall call;
    private final Answers answers;

    GeneratedClient(LoadPlan plan) {
        this.plan = plan;
        call = plan.preparedCall();
        answers = new Answers(call);
    }

    final LoadPlan plan() {
        return plan;
    }

    final PreparedCall call() {
        return call;
    }

    final Answers answers() {
        return answers;
    }

    /** How long the calls that are on their way at the end of a run may take; one that takes longer is an error. */
    final Duration grace() {
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
