package io.grizzlythrift.spring.internal.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports why the application does not start, and what to do, instead of a stack trace. */
public final class ThriftFailureAnalyzer extends AbstractFailureAnalyzer<ThriftConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ThriftConfigurationException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
    }
}
