namespace java io.grizzlythrift.samples.guide.gen

exception NotReady {}

service Health {
  /** Returns if the server takes calls. */
  void check() throws (1: NotReady notReady)
}
