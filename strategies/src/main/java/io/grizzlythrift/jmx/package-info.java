/**
 * Registers the MXBeans of servers and clients, each under a name that is still free.
 */
package io.grizzlythrift.jmx;
