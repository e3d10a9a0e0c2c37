namespace * grizzlythrift.reflection
namespace java io.grizzlythrift.reflection

/**
 * Describes the services of a server that allows it. Clients call it with TMultiplexedProtocol under the name
 * "grizzlythrift.Reflection", and need no other generated code.
 */
service Reflection {
  /** Returns the services, methods and types of the server as JSON. */
  string catalog()

  /** Returns them as the text of an IDL file. */
  string idl()
}
