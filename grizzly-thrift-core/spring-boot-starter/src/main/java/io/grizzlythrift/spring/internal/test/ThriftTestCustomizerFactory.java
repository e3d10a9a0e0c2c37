package io.grizzlythrift.spring.internal.test;

import io.grizzlythrift.spring.test.ThriftTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.util.ClassUtils;

/** Finds {@link ThriftTest}. Spring calls it for each test of an application; only those need the test kit. */
final class ThriftTestCustomizerFactory implements ContextCustomizerFactory {
    private static final String TEST_KIT = "io.grizzlythrift.testkit.ScriptedServer";

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configAttributes) {
        ThriftTest annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass, ThriftTest.class);
        if (annotation == null) {
            return null;
        }
        if (!ClassUtils.isPresent(TEST_KIT, testClass.getClassLoader())) {
            throw new IllegalStateException("@ThriftTest of " + testClass.getName()
                    + " needs io.grizzlythrift:grizzly-thrift-test in the scope of tests");
        }
        return new ThriftTestCustomizer(List.of(annotation.clients()), List.of(annotation.services()));
    }
}
