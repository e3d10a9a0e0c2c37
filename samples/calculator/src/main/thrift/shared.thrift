/*
 * What several services have in common: a small record, and the service that looks one up.
 */
namespace java io.grizzlythrift.samples.calculator.gen

/** One entry of the log. */
struct SharedStruct {
  /** The id the entry was asked for. */
  1: i32 key,
  /** What was logged under the key; not set if nothing was. */
  2: string value
}

/** Looks entries up. Other services inherit it. */
service SharedService {
  /** Gives the entry of a key; for an unknown key, an entry without a value. */
  SharedStruct getStruct(1: i32 key)
}
