package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.security.AccessRules;
import io.grizzlythrift.security.Authorizer;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** SASL and authorization of servers, from properties and beans. Files with rules are read until this is closed. */
final class ServerSecurity implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final ServerOptions.Sasl NO_PROPERTIES =
            new ServerOptions.Sasl(null, null, null, null, null, null, null, null, null, null, null, null);

    private final ListableBeanFactory beans;

    /** By server: each file is read by one thread, however often its server is created. */
    private final Map<String, AccessRules> rules = new ConcurrentHashMap<>();

    ServerSecurity(ListableBeanFactory beans) {
        this.beans = beans;
    }

    void set(String server, ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        setAuthorizer(server, options.accessRules(), properties, builder);
        ServerOptions.Sasl sasl = options.sasl();
        List<SaslMechanism> mechanisms =
                beans.getBeanProvider(SaslMechanism.class).orderedStream().toList();
        if (sasl != null || !mechanisms.isEmpty()) {
            builder.sasl(sasl(sasl == null ? NO_PROPERTIES : sasl, mechanisms, properties));
        }
    }

    private static SaslConfig sasl(
            ServerOptions.Sasl options, List<SaslMechanism> mechanisms, BuilderOptions properties) {
        BuilderOptions nested = properties.nested("sasl", options);
        SaslConfig.Builder builder = SaslConfig.builder();
        nested.applyTo(builder);
        if (options.principal() != null) {
            nested.set("principal", options.principal(), principal -> {
                if (options.keytab() == null) {
                    throw new IllegalArgumentException("it needs the property keytab as well");
                }
                builder.mechanism(SaslMechanism.gssapi(principal, options.keytab()));
            });
        }
        if (Boolean.TRUE.equals(options.external())) {
            builder.mechanism(SaslMechanism.external());
        }
        try {
            mechanisms.forEach(builder::mechanism);
            return builder.build();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new ThriftConfigurationException(
                    "The properties " + nested.nameOf("") + "* and the beans of the type SaslMechanism do not fit: "
                            + e.getMessage(),
                    "Set " + nested.nameOf("principal") + " and " + nested.nameOf("keytab") + ", or "
                            + nested.nameOf("external") + "=true, or add a bean of the type SaslMechanism.",
                    e);
        }
    }

    private void setAuthorizer(
            String server,
            ServerOptions.@Nullable AccessRules options,
            BuilderOptions properties,
            ThriftServerBuilder builder) {
        if (options == null) {
            beans.getBeanProvider(Authorizer.class).ifUnique(builder::authorizer);
            return;
        }
        String[] others = beans.getBeanNamesForType(Authorizer.class);
        if (others.length > 0) {
            throw new ThriftConfigurationException(
                    "The properties " + properties.nameOf("accessRules") + ".* and the bean '" + others[0]
                            + "' both decide which calls may run.",
                    "Remove either of them.");
        }
        AccessRules existing = rules.get(server);
        if (existing == null) {
            existing = read(options, properties.nested("accessRules", options));
            rules.put(server, existing);
        }
        builder.authorizer(existing);
    }

    private static AccessRules read(ServerOptions.AccessRules options, BuilderOptions properties) {
        AccessRules[] read = new AccessRules[1];
        Path file = options.file();
        List<String> lines = options.rules();
        if (file == null) {
            properties.set("rules", lines == null ? List.<String>of() : lines, all -> {
                if (all.isEmpty()) {
                    throw new IllegalArgumentException("without rules or a file, all calls would be denied");
                }
                read[0] = AccessRules.of(all.toArray(new String[0]));
            });
        } else {
            properties.set("file", file, path -> {
                if (lines != null) {
                    throw new IllegalArgumentException("the property rules must not be set as well");
                }
                read[0] = AccessRules.ofFile(path, options.interval() == null ? INTERVAL : options.interval());
            });
        }
        return read[0];
    }

    @Override
    public void close() {
        rules.values().forEach(AccessRules::close);
    }
}
