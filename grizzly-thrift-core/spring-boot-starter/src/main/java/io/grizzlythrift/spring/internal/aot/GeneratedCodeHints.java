package io.grizzlythrift.spring.internal.aot;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.internal.client.ImportedStub;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Hints for the generated classes of all services that are served or imported: processors and clients are created by
 * reflection, and stubs are proxies.
 */
final class GeneratedCodeHints implements BeanFactoryInitializationAotProcessor {
    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beans) {
        List<ImportedStub> stubs = ImportedStub.in(beans);
        Set<Class<?>> services = new LinkedHashSet<>();
        stubs.forEach(stub -> services.add(stub.generated()));
        for (String bean : beans.getBeanDefinitionNames()) {
            Class<?> type = beans.getType(bean, false);
            if (type != null && beans.findAnnotationOnBean(bean, ThriftService.class, false) != null) {
                HandlerContract.generatedIn(Arrays.asList(ClassUtils.getAllInterfacesForClass(type)))
                        .forEach(contract -> services.add(contract.getEnclosingClass()));
            }
        }
        return (generation, code) -> {
            RuntimeHints hints = generation.getRuntimeHints();
            services.forEach(service -> register(service, hints));
            stubs.forEach(stub -> hints.proxies().registerJdkProxy(stub.type()));
        };
    }

    private static void register(Class<?> service, RuntimeHints hints) {
        hints.reflection().registerType(service);
        for (Class<?> nested : service.getDeclaredClasses()) { // with their own: factories of clients
            hints.reflection()
                    .registerType(
                            nested,
                            MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.INVOKE_PUBLIC_METHODS);
            if (nested.getDeclaredClasses().length > 0) {
                register(nested, hints);
            }
        }
    }
}
