// The service of the starter's tests.
namespace java io.grizzlythrift.spring.gen

exception Refused {
  1: i32 code
}

service Base {
  void ping()

  /** Returns its argument with the name of the service in front. */
  string whoami(1: string greeting)

  /** Throws Refused with this code unless it is 0. */
  i32 baseCheck(1: i32 code) throws (1: Refused refused)
}
