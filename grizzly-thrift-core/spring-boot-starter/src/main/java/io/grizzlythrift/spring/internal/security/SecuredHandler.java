package io.grizzlythrift.spring.internal.security;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.spring.security.ThriftAuthentication;
import io.grizzlythrift.spring.security.ThriftAuthorities;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Calls a handler with the identity of its caller as the authentication, on the thread of the handler, until its method
 * returns. A call that method security denies is rejected as one that the server's authorizer denies.
 */
final class SecuredHandler implements InvocationHandler {
    private final Object handler;
    private final ThriftAuthorities authorities;

    private SecuredHandler(Object handler, ThriftAuthorities authorities) {
        this.handler = handler;
        this.authorities = authorities;
    }

    static Object of(Class<?> type, Object handler, ThriftAuthorities authorities) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new SecuredHandler(handler, authorities));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return call(method, arguments);
        }
        SecurityContext before = SecurityContextHolder.getContext();
        Optional<Identity> caller = CallContext.current().flatMap(CallContext::identity);
        try {
            SecurityContext own = SecurityContextHolder.createEmptyContext();
            caller.ifPresent(
                    identity -> own.setAuthentication(new ThriftAuthentication(identity, authorities.of(identity))));
            SecurityContextHolder.setContext(own);
            return call(method, arguments);
        } catch (AccessDeniedException | AuthenticationException e) {
            throw rejection(caller.isPresent() && e instanceof AccessDeniedException);
        } finally {
            if (before.getAuthentication() == null) {
                SecurityContextHolder.clearContext();
            } else {
                SecurityContextHolder.setContext(before);
            }
        }
    }

    private static RejectedCall rejection(boolean isKnown) {
        return isKnown
                ? new RejectedCall(RejectedCall.Reason.PERMISSION_DENIED, "its caller may not make this call")
                : new RejectedCall(RejectedCall.Reason.UNAUTHENTICATED, "its caller did not prove who it is");
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(handler, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
