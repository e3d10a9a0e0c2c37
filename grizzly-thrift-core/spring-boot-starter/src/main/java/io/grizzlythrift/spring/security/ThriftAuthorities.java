package io.grizzlythrift.spring.security;

import io.grizzlythrift.security.Identity;
import java.util.Collection;
import org.springframework.security.core.GrantedAuthority;

/** Decides what a caller may do. Declare a bean of this type; without one, callers have no authorities. */
@FunctionalInterface
public interface ThriftAuthorities {
    /**
     * Returns the authorities of a caller. Called for each call, on the thread of its handler.
     *
     * @param identity who calls
     * @return authorities such as {@code ROLE_ADMIN}
     */
    Collection<? extends GrantedAuthority> of(Identity identity);
}
