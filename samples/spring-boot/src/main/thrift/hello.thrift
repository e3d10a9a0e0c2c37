namespace java com.example.hello.gen

/** Who calls has no name. */
exception NoName {
  1: string message
}

/** Greets. */
service Hello {
  /** Returns a greeting. */
  string hello(1: string name) throws (1: NoName noName)
}
