package io.grizzlythrift.spring.internal.security;

import io.grizzlythrift.spring.internal.server.HandlerDecorator;
import io.grizzlythrift.spring.security.ThriftAuthorities;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.context.SecurityContextHolder;

/** Passes the identity of callers to Spring Security, if that is on the class path. */
@AutoConfiguration
@ConditionalOnClass(SecurityContextHolder.class)
public class ThriftSecurityAutoConfiguration {
    @Bean
    HandlerDecorator thriftSecurity(ObjectProvider<ThriftAuthorities> authorities) {
        ThriftAuthorities unique = authorities.getIfUnique(() -> identity -> List.of());
        return (type, handler) -> SecuredHandler.of(type, handler, unique);
    }
}
