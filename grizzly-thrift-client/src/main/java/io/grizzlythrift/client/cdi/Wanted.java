package io.grizzlythrift.client.cdi;

import io.grizzlythrift.client.internal.stub.GeneratedInterface;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.configurator.BeanConfigurator;
import jakarta.inject.Provider;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.Function;

/**
 * What an application injects with the qualifier {@link ThriftClient}.
 *
 * @param type a generated interface, or {@link io.grizzlythrift.client.ThriftClient}
 */
record Wanted(Class<?> type, ThriftClient qualifier) {
    /** {@return what is injected at an injection point; empty if it has no such qualifier} */
    static Optional<Wanted> at(InjectionPoint point) {
        return point.getQualifiers().stream()
                .filter(ThriftClient.class::isInstance)
                .findAny()
                .flatMap(qualifier ->
                        injectedType(point.getType()).map(type -> new Wanted(type, (ThriftClient) qualifier)));
    }

    /** Looks into {@code Instance<T>} and {@code Provider<T>}. */
    private static Optional<Class<?>> injectedType(Type type) {
        if (type instanceof ParameterizedType generic
                && generic.getRawType() instanceof Class<?> raw
                && Provider.class.isAssignableFrom(raw)) {
            return injectedType(generic.getActualTypeArguments()[0]);
        }
        return type instanceof Class<?> plain ? Optional.of(plain) : Optional.empty();
    }

    private boolean isClient() {
        return type == io.grizzlythrift.client.ThriftClient.class;
    }

    /** Throws IllegalArgumentException if the type is neither a generated interface nor that of the client. */
    void check() {
        if (!isClient()) {
            GeneratedInterface.of(type);
        }
    }

    /** Makes a bean of it. Stubs have a scope whose proxies can be injected into beans that are serialized. */
    void describe(BeanConfigurator<Object> bean, Function<String, io.grizzlythrift.client.ThriftClient> clients) {
        bean.beanClass(type)
                .types(type, Object.class)
                .qualifiers(qualifier)
                .scope(isClient() ? Dependent.class : ApplicationScoped.class)
                .createWith(context -> create(clients.apply(qualifier.value())));
    }

    /** {@return whether the bean of {@link #describe} is injected, and no alternative of the application} */
    boolean isBeanOfClient(BeanManager manager) {
        try {
            Bean<?> injected = manager.resolve(manager.getBeans(type, qualifier));
            return injected == null || injected.getBeanClass() == type;
        } catch (AmbiguousResolutionException e) { // the application chooses
            return true;
        }
    }

    private Object create(io.grizzlythrift.client.ThriftClient client) {
        if (isClient()) {
            return client;
        }
        return qualifier.service().isEmpty() ? client.stub(type) : client.stub(type, qualifier.service());
    }
}
