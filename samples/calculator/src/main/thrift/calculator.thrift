/*
 * The calculator of the Thrift tutorials. Field numbers and names match theirs, so a tutorial client in any
 * language talks to this server, given the same protocol and framed transport.
 */
include "shared.thrift"

namespace java io.grizzlythrift.samples.calculator.gen

/** What calculate can do with its two numbers. */
enum Operation {
  ADD = 1,
  SUBTRACT = 2,
  MULTIPLY = 3,
  DIVIDE = 4
}

/** One task: num1 op num2. */
struct Work {
  /** The left operand, 0 if the caller leaves it out. */
  1: i32 num1 = 0,
  /** The right operand. */
  2: i32 num2,
  /** What to do with the two. */
  3: Operation op,
  /** A remark that is logged beside the result. */
  4: optional string comment
}

/** The task has no answer: a division by zero, a result that does not fit an i32, or no known operation. */
exception InvalidOperation {
  /** The number of the operation, 0 if there was none. */
  1: i32 whatOp,
  /** The reason, for people. */
  2: string why
}

/** Calculates, and logs every result: getStruct, inherited, finds it by its log id. */
service Calculator extends shared.SharedService {
  /** Answers, and does nothing else. */
  void ping(),

  /** Adds two numbers; an overflow wraps around. */
  i32 add(1: i32 num1, 2: i32 num2),

  /** Does the work and logs the result under logid, in place of what was logged there before. */
  i32 calculate(1: i32 logid, 2: Work w) throws (1: InvalidOperation ouch),

  /** Sent without waiting: there is no reply, so the caller does not learn whether it arrived. */
  oneway void zip()
}
