package io.grizzlythrift.spring;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.spring.gen.Base;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;
import org.testng.annotations.Test;

/** Tests that an application can be processed ahead of time, with hints for its generated code. */
public class AheadOfTimeTest {
    @ThriftService
    static class Served extends BaseHandler {}

    @Configuration(proxyBeanMethods = false)
    @ImportThriftClients(client = "own", types = Base.FutureIface.class)
    static class Client {}

    @Test
    public void generatedCodeHasHints() {
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get(AheadOfTimeTest.class)), new InMemoryGeneratedFiles());
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(Served.class, Client.class, Contexts.Parts.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        }
        RuntimeHints hints = generation.getRuntimeHints();
        assertTrue(
                RuntimeHintsPredicates.proxies()
                        .forInterfaces(Base.FutureIface.class)
                        .test(hints),
                "stub");
        for (Class<?> created :
                new Class<?>[] {Base.Processor.class, Base.Client.Factory.class, Base.FutureClient.class}) {
            assertTrue(
                    RuntimeHintsPredicates.reflection()
                            .onType(created)
                            .withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS)
                            .test(hints),
                    created.getName());
        }
    }
}
