/**
 * Which server takes a call.
 *
 * <pre>
 *   {@link io.grizzlythrift.client.balance.Balancer}.picker(List of {@link io.grizzlythrift.client.balance.BalancedEndpoint}) ---> Picker
 *   Picker.pick({@link io.grizzlythrift.client.balance.BalancedCall}, avoided) ---> index of a BalancedEndpoint
 * </pre>
 */
package io.grizzlythrift.client.balance;
