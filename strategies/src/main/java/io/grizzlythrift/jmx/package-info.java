/**
 * Registers what a server or a client shows over JMX, under a name that is free.
 *
 * <pre>
 *   MXBean of a server or client --> MBeanRegistration --> MBeanServer of the platform: an ObjectName, with an id if the name
 *                                                          is taken; unregister
 * </pre>
 */
package io.grizzlythrift.jmx;
