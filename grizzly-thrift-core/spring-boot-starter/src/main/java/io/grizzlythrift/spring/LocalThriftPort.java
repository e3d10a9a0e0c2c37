package io.grizzlythrift.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Value;

/**
 * Injects the port of the server into a test, as the property {@code local.grizzly.thrift.port} has it. Set {@code
 * grizzly.thrift.server.port=0} for a free port. The port is known once the application has started, so beans of the
 * application cannot use this. The port of a server with a name is {@code local.grizzly.thrift.NAME.port}.
 */
@Value("${local.grizzly.thrift.port}")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
public @interface LocalThriftPort {}
