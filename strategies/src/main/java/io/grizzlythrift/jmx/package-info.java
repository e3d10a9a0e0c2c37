/**
 * Registers what a server or a client shows over JMX, under a name that is free.
 *
 * <pre>
 *   MXBean of a server or client --> MBeanRegistration --> MBeanServer of the platform: an ObjectName by type and name (quoted),
 *                                                          with an id if it is taken; unregister, which logs what fails
 * </pre>
 */
package io.grizzlythrift.jmx;
