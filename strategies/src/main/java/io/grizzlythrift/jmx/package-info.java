/**
 * Registers the MXBeans of servers and clients, each under a free name.
 *
 * <pre>
 *   MXBean of a server or client --> MBeanRegistration --> platform MBeanServer: an ObjectName of type and quoted name,
 *                                                          with an id if it is taken; unregister logs failures
 * </pre>
 */
package io.grizzlythrift.jmx;
