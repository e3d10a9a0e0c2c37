// What probe.thrift builds on: a file of its own, because services cross files too.
namespace java io.grizzlythrift.client.gen

/** A declared exception. */
exception Refused {
  1: required i32 code
  2: optional string reason
}

/** The service that Probe extends. */
service ProbeBase {
  /** Takes nothing and answers nothing. */
  void ping()

  /** Answers its argument. */
  i32 baseEcho(1: i32 value)

  /** Throws Refused with this code unless it is 0. */
  i32 baseCheck(1: i32 code) throws (1: Refused refused)
}
