package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.spring.gen.Base;
import io.grizzlythrift.spring.security.ThriftAuthentication;
import io.grizzlythrift.spring.security.ThriftAuthorities;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.testng.annotations.Test;

/** Tests that handlers see their callers as Spring Security's authentication. */
@Test(timeOut = 120_000)
public class SecurityTest {
    @ThriftService
    static class Secured extends BaseHandler {
        @Override
        public String whoami(String greeting) {
            Authentication caller = SecurityContextHolder.getContext().getAuthentication();
            return caller == null
                    ? "nobody"
                    : caller.getName() + " " + caller.getAuthorities() + " "
                            + (caller instanceof ThriftAuthentication own
                                    ? own.identity().mechanism()
                                    : "");
        }

        /** As method security does it. */
        @Override
        public void ping() {
            throw new AccessDeniedException("not you");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Names {
        /** Believes what the caller says. */
        @Bean
        Authenticator authenticator() {
            return Authenticator.bearer(token -> CompletableFuture.completedFuture(
                    Identity.builder(token, "bearer").build()));
        }

        @Bean
        ThriftAuthorities authorities() {
            return identity -> List.of(new SimpleGrantedAuthority("ROLE_" + identity.principal()));
        }
    }

    private static ThriftClient client(int port, String... header) {
        var builder = ThriftClient.builder()
                .endpoint("127.0.0.1", port)
                .connectTimeout(Contexts.PATIENT)
                .callTimeout(Contexts.PATIENT)
                .dialect(Dialect.HEADER);
        if (header.length > 0) {
            builder.header("Authorization", header[0]);
        }
        return builder.build();
    }

    @Test
    public void handlersSeeTheCaller() {
        Contexts.runner(Secured.class, Names.class).run(context -> {
            assertNull(context.getStartupFailure());
            try (ThriftClient client = client(Contexts.port(context), "Bearer ann");
                    ThriftClient stranger = client(Contexts.port(context))) {
                Base.Iface stub = client.stub(Base.Iface.class);
                assertEquals(stub.whoami(""), "ann [ROLE_ann] bearer");
                assertEquals(stranger.stub(Base.Iface.class).whoami(""), "nobody", "left on a thread");
            }
        });
    }

    @Test
    public void methodSecurityRejectsTheCall() {
        Contexts.runner(Secured.class, Names.class).run(context -> {
            try (ThriftClient client = client(Contexts.port(context), "Bearer ann");
                    ThriftClient stranger = client(Contexts.port(context))) {
                assertEquals(failure(client), FailureCause.PERMISSION_DENIED);
                assertEquals(failure(stranger), FailureCause.UNAUTHENTICATED);
            }
        });
    }

    private static FailureCause failure(ThriftClient client) {
        return expectThrows(
                        CallFailedException.class,
                        () -> client.stub(Base.Iface.class).ping())
                .failure();
    }
}
