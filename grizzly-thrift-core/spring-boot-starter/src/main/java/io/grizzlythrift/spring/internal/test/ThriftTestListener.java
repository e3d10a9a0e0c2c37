package io.grizzlythrift.spring.internal.test;

import io.grizzlythrift.spring.test.ThriftTest;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;
import org.springframework.test.context.support.DependencyInjectionTestExecutionListener;

/** Clears scripted servers after each test. Spring calls it for each test of an application; only some need the test kit. */
final class ThriftTestListener extends AbstractTestExecutionListener {
    /** After a test, listeners are called in reverse order: those of Spring that still need the context come first. */
    private static final int ORDER = 2900;

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void afterTestExecution(TestContext test) {
        Throwable failure = test.getTestException();
        if (failure != null && hasServers(test)) {
            UsedServers.explain(failure, test.getApplicationContext());
        }
    }

    @Override
    public void afterTestMethod(TestContext test) {
        if (hasServers(test) && !UsedServers.clear(test.getApplicationContext())) {
            test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
            test.setAttribute(DependencyInjectionTestExecutionListener.REINJECT_DEPENDENCIES_ATTRIBUTE, true);
        }
    }

    /** Does not load a context that another listener has closed. */
    private static boolean hasServers(TestContext test) {
        return TestContextAnnotationUtils.hasAnnotation(test.getTestClass(), ThriftTest.class)
                && test.hasApplicationContext();
    }
}
