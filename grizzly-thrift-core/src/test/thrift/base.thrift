// What everything.thrift builds on: a file of its own, because services and structs cross files too.
namespace java io.grizzlythrift.test.gen

/** A declared exception that several services throw. */
exception Refused {
  1: required i32 code
  2: optional string reason
}

/** The service at the bottom of the inheritance. */
service Base {
  /** Takes nothing and answers nothing. */
  void ping()

  /** Answers its argument with the name of the service that ran it in front. */
  string whoami(1: string greeting)

  /** Throws Refused with this code unless it is 0. */
  i32 baseCheck(1: i32 code) throws (1: Refused refused)
}
