// What the tests of the client call. Used by tests only.
include "probe_base.thrift"

namespace java io.grizzlythrift.client.gen

enum Colour {
  RED = 1
  GREEN = 2
}

/** A bit of everything that a message may hold. */
struct Parcel {
  1: required string name
  2: optional i64 count
  3: bool truth
  4: double real
  5: binary payload
  6: list<string> words
  7: map<i32, string> names
  8: set<i64> numbers
  9: optional Parcel inner
  10: list<uuid> ids
  11: Colour colour
}

service Probe extends probe_base.ProbeBase {
  /** Answers its argument. */
  string echo(1: string text)

  /** Answers its argument. */
  binary echoBytes(1: binary bytes)

  /** Answers its argument. */
  Parcel echoParcel(1: Parcel parcel)

  /** Answers the sum: several arguments, base types. */
  i64 add(1: i32 left, 2: i64 right)

  /** Takes a struct and answers nothing. */
  void store(1: Parcel parcel)

  /** Answers its argument after so many milliseconds. */
  string delayed(1: string text, 2: i32 millis)

  /** Answers its argument when the test lets it. */
  string held(1: string key)

  /** 0: answers; 1: Refused; others: an exception that is not declared. */
  string judge(1: i32 verdict) throws (1: probe_base.Refused refused)

  /** As judge, and answers nothing. */
  void judgeQuietly(1: i32 verdict) throws (1: probe_base.Refused refused)

  /** Answers null, which generated code turns into a missing result. */
  string nothing()

  /** Reaches the handler, and nothing comes back. */
  oneway void note(1: string text)
}
