/**
 * Announces servers to clients: the address and properties that a server advertises, and the interface to a registry.
 *
 * <pre>
 *   ThriftServer --- listens ---> {@link io.grizzlythrift.discovery.AdvertisedAddress}.of(bound address) ---> {@link io.grizzlythrift.discovery.EndpointAddress}
 *                                      v
 *                                 {@link io.grizzlythrift.discovery.Announcer}.announce(EndpointAddress, Listener) ---> Announcement
 *                                      |                                                           ^
 *                                      +--- announced() | failed(cause) ---> the server            |
 *                --- before it drains ------------------------------------------------- close() ---+
 *
 *   Announcer           interface, with the interfaces Listener and Announcement
 *   AdvertisedAddress   options: host and port for clients if they differ from those of the socket; weight, zone,
 *                       metadata, checked by a sample EndpointAddress; refuses a wildcard (isWildcard, also a number as
 *                       host), to which clients cannot connect; toString
 *   EndpointAddress     record: host, port, weight, zone, metadata; checks their bounds, and the characters of a host
 *                       (requireHost); name: "host:port", or "[address]:port"
 * </pre>
 */
package io.grizzlythrift.discovery;
