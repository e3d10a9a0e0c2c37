package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * A bean that is annotated with {@link ThriftService}.
 *
 * @param bean the name of the bean
 * @param name the service name that clients use
 */
record ServiceBean(String bean, ThriftService annotation, HandlerContract contract, String name) {
    /**
     * Finds the beans by server.
     *
     * @throws ThriftConfigurationException if a bean belongs to no service, or has no valid name or that of another one
     */
    static Map<String, List<ServiceBean>> find(ListableBeanFactory beans) {
        Map<String, List<ServiceBean>> byServer = new TreeMap<>();
        for (String bean : beans.getBeanNamesForAnnotation(ThriftService.class)) {
            ThriftService annotation = beans.findAnnotationOnBean(bean, ThriftService.class);
            if (annotation != null && !ScopedProxyUtils.isScopedTarget(bean)) {
                byServer.computeIfAbsent(annotation.server(), server -> new ArrayList<>())
                        .add(of(beans, bean, annotation));
            }
        }
        byServer.values().forEach(ServiceBean::requireUniqueNames);
        return byServer;
    }

    private static ServiceBean of(ListableBeanFactory beans, String bean, ThriftService annotation) {
        Class<?> type = beans.getType(bean);
        HandlerContract contract;
        try {
            contract = HandlerContract.of(type == null ? Object.class : type);
        } catch (IllegalArgumentException e) {
            throw new ThriftConfigurationException(
                    "The bean '" + bean + "' is a @ThriftService, but " + e.getMessage() + ".",
                    "Let its class, or the return type of its @Bean method, implement the Iface, AsyncIface or FutureIface"
                            + " that the Thrift compiler generated.",
                    e);
        }
        String name = annotation.value().isEmpty() ? contract.name() : annotation.value();
        if (name.isBlank() || name.contains(TMultiplexedProtocol.SEPARATOR)) {
            throw new ThriftConfigurationException(
                    "The bean '" + bean + "' is a @ThriftService with the name '" + name + "'.",
                    "Choose a name that is not blank and has no colon.");
        }
        return new ServiceBean(bean, annotation, contract, name);
    }

    private static void requireUniqueNames(List<ServiceBean> services) {
        Map<String, ServiceBean> byName = new LinkedHashMap<>();
        for (ServiceBean service : services) {
            ServiceBean other = byName.putIfAbsent(service.name, service);
            if (other != null) {
                throw new ThriftConfigurationException(
                        "The beans '" + other.bean + "' and '" + service.bean + "' are both the Thrift service '"
                                + service.name + "' of the server '" + service.annotation.server() + "'.",
                        "Give one of them another name, as in @ThriftService(\"name\"), or another server, as in"
                                + " @ThriftService(server = \"name\").");
            }
        }
    }

    boolean hasOwnName() {
        return !annotation.value().isEmpty();
    }
}
