package io.grizzlythrift.spring.security;

import io.grizzlythrift.security.Identity;
import java.util.Collection;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;

/** An authenticated caller. Its principal and its name are those of the {@link Identity}. */
public final class ThriftAuthentication extends AbstractAuthenticationToken {
    private static final long serialVersionUID = 1L;

    private final transient Identity identity;
    private final String principal;

    /**
     * Creates an authentication.
     *
     * @param identity who calls
     * @param authorities what the caller may do
     */
    public ThriftAuthentication(Identity identity, Collection<? extends GrantedAuthority> authorities) {
        super(authorities);
        this.identity = identity;
        principal = identity.principal();
        super.setAuthenticated(true);
    }

    /** {@return who calls, and how that was proved} */
    public Identity identity() {
        return identity;
    }

    /** {@return the empty text: the server has checked the credentials, and keeps none} */
    @Override
    public Object getCredentials() {
        return "";
    }

    @Override
    public Object getPrincipal() {
        return principal;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
