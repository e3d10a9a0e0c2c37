package io.grizzlythrift.spring.internal.client;

import io.grizzlythrift.client.internal.stub.GeneratedInterface;
import io.grizzlythrift.spring.ImportThriftClients;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import java.util.Arrays;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

/** Declares the stubs of a class that is annotated with {@link ImportThriftClients}. */
public final class StubRegistrar implements ImportBeanDefinitionRegistrar {
    /** The bean of the clients. */
    public static final String CLIENTS = "thriftClients";

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        metadata.getMergedRepeatableAnnotationAttributes(
                        ImportThriftClients.class, ImportThriftClients.Container.class, false)
                .forEach(attributes -> register(metadata.getClassName(), attributes, registry));
    }

    private static void register(String source, AnnotationAttributes attributes, BeanDefinitionRegistry registry) {
        String client = attributes.getString("client");
        String service = attributes.getString("service");
        Class<?>[] types = attributes.getClassArray("types");
        Arrays.stream(types).forEach(type -> {
            requireGenerated(source, type);
            String name = nameOf(client, service, type);
            if (!registry.containsBeanDefinition(name)) {
                registry.registerBeanDefinition(name, definition(source, client, service, type));
            }
        });
    }

    private static void requireGenerated(String source, Class<?> type) {
        try {
            GeneratedInterface.of(type);
        } catch (IllegalArgumentException e) {
            throw new ThriftConfigurationException(
                    "@ImportThriftClients of " + source + " has a type without a stub: " + e.getMessage(),
                    "Use the Iface, AsyncIface or FutureIface that the Thrift compiler generated.",
                    e);
        }
    }

    private static String nameOf(String client, String service, Class<?> type) {
        String generated = type.getEnclosingClass().getSimpleName() + "." + type.getSimpleName();
        return client + "." + (service.isEmpty() ? "" : service + ".") + generated;
    }

    /** Lazy, so that a client that only tests use may have the port of this application in its address. */
    private static RootBeanDefinition definition(String source, String client, String service, Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(StubFactoryBean.class);
        definition.setTargetType(ResolvableType.forClassWithGenerics(FactoryBean.class, type));
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
        definition.setAttribute(ImportedStub.ATTRIBUTE, new ImportedStub(client, source, type, service));
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, type);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(1, client);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(2, service);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(3, new RuntimeBeanReference(CLIENTS));
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, client));
        definition.setLazyInit(true);
        return definition;
    }
}
