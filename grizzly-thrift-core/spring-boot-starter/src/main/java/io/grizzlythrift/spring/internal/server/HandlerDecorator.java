package io.grizzlythrift.spring.internal.server;

/** Wraps handlers. */
@FunctionalInterface
public interface HandlerDecorator {
    /**
     * Returns a handler with the same interface.
     *
     * @param type the generated interface that the handler implements
     */
    Object decorate(Class<?> type, Object handler);
}
