// What the tests of thriftcall call. Its server has no generated code of this project.
include "money.thrift"

/** Where an order stands. */
enum State {
  OPEN = 1
  SHIPPED = 5
}

struct Item {
  1: required string name
  2: i32 count = 1
  3: optional money.Amount price
}

struct Order {
  1: i64 id
  2: list<Item> items
  3: map<string, string> notes
  4: State state = State.OPEN
  5: optional Order replaces
}

/** There is no such order. */
exception NotFound {
  1: i64 id
  2: string why
}

/** Keeps orders. */
service Orders {
  /** Stores an order, and returns it with its id. */
  Order place(1: required Order order)

  /** Returns an order. */
  Order get(1: i64 id) throws (1: NotFound missing)

  oneway void forget(1: i64 id)
}
