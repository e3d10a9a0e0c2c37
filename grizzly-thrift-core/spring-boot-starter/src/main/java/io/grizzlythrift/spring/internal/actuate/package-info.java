/** Health, meters, observations and the endpoint {@code /actuator/thrift}. */
@NullMarked
package io.grizzlythrift.spring.internal.actuate;

import org.jspecify.annotations.NullMarked;
