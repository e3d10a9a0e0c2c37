package io.grizzlythrift.spring.internal.client;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * A stub that {@code @ImportThriftClients} declares.
 *
 * @param client the name of the client
 * @param source the class with the annotation
 * @param type the generated interface
 * @param service the name of the service in calls; empty if calls name none
 */
public record ImportedStub(String client, String source, Class<?> type, String service) {
    /** The attribute of a bean definition that has the stub. */
    static final String ATTRIBUTE = ImportedStub.class.getName();

    /** {@return all stubs of an application} */
    public static List<ImportedStub> in(ConfigurableListableBeanFactory beans) {
        List<ImportedStub> stubs = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            BeanDefinition definition = beans.getBeanDefinition(name);
            if (definition.getAttribute(ATTRIBUTE) instanceof ImportedStub stub) {
                stubs.add(stub);
            }
        }
        return stubs;
    }

    /** {@return the class that the Thrift compiler generated for the service} */
    public Class<?> generated() {
        return type.getEnclosingClass();
    }

    /** {@return the name of the service, in calls or otherwise in the IDL} */
    public String serviceName() {
        return service.isEmpty() ? generated().getSimpleName() : service;
    }
}
