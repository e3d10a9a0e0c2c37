package io.grizzlythrift.cdi;

import io.grizzlythrift.internal.binding.HandlerContract;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMember;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.thrift.protocol.TMultiplexedProtocol;

/**
 * A bean that is annotated with {@link ThriftService}.
 *
 * @param source the class, method or field that is annotated
 */
record ServiceBean(ThriftService annotation, Bean<?> bean, String source) {
    static ServiceBean of(ThriftService annotation, Bean<?> bean, Annotated annotated) {
        String source = annotated instanceof AnnotatedMember<?> member
                ? member.getJavaMember().toString()
                : bean.getBeanClass().getName();
        return new ServiceBean(annotation, bean, source);
    }

    /**
     * Returns the beans that a server offers. Where several have the same name, CDI's rules about alternatives decide.
     *
     * @throws IllegalArgumentException if a bean belongs to no service, has a name that is not valid, or the same name
     *     as another one
     */
    static List<ServiceBean> select(BeanManager manager, Collection<ServiceBean> beans) {
        Map<String, List<ServiceBean>> byName = new LinkedHashMap<>();
        beans.forEach(each ->
                byName.computeIfAbsent(each.name(), name -> new ArrayList<>()).add(each));
        return byName.entrySet().stream()
                .map(entry -> theOne(manager, entry.getKey(), entry.getValue()))
                .toList();
    }

    private static ServiceBean theOne(BeanManager manager, String name, List<ServiceBean> beans) {
        Set<Bean<?>> candidates = new LinkedHashSet<>();
        beans.forEach(each -> candidates.add(each.bean()));
        try {
            Bean<?> resolved = manager.resolve(candidates);
            return beans.stream()
                    .filter(each -> each.bean().equals(resolved))
                    .findFirst()
                    .orElseThrow();
        } catch (AmbiguousResolutionException e) {
            throw new IllegalArgumentException(
                    "more than one bean serves '" + name + "': "
                            + beans.stream().map(ServiceBean::source).sorted().collect(Collectors.joining(" and "))
                            + "; give one of them another name, as in @ThriftService(\"name\")",
                    e);
        }
    }

    boolean hasOwnName() {
        return !annotation.value().isEmpty();
    }

    /** {@return the service name that clients use} */
    String name() {
        String name = annotation.value();
        if (!hasOwnName()) {
            return contract().name();
        }
        if (name.isBlank() || name.contains(TMultiplexedProtocol.SEPARATOR)) {
            throw new IllegalArgumentException(
                    "the service name of " + source + " is '" + name + "', must not be blank or contain a colon");
        }
        return name;
    }

    /** {@return the generated interface among the types of the bean} */
    HandlerContract contract() {
        List<Class<?>> generated = HandlerContract.generatedIn(
                bean.getTypes().stream().flatMap(ServiceBean::rawType).toList());
        if (generated.size() != 1) {
            throw new IllegalArgumentException(source
                    + " is a @ThriftService, so it must have the type of the generated"
                    + " Iface, AsyncIface or FutureIface of one service, but has "
                    + (generated.isEmpty()
                            ? "none"
                            : generated.stream().map(Class::getName).sorted().toList()));
        }
        return HandlerContract.of(generated.get(0));
    }

    private static Stream<Class<?>> rawType(Type type) {
        return type instanceof ParameterizedType generic
                ? rawType(generic.getRawType())
                : Stream.of(type).filter(Class.class::isInstance).map(each -> (Class<?>) each);
    }
}
