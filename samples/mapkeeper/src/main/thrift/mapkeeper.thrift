/*
 * MapKeeper: named, ordered maps from byte strings to byte strings. Names and numbers match those of the public
 * MapKeeper project, so its clients, and the database bindings written for it, can talk to this service.
 *
 * Keys are ordered byte by byte from the left, each byte unsigned; a key that is a prefix of another comes first.
 * No method throws: each answers with a response code. Whatever is said of a method, it may also answer Error: an
 * argument is missing where one is needed, or a limit is negative. A code other than Success and ScanEnded means that
 * the call changed nothing.
 */
namespace java io.grizzlythrift.samples.mapkeeper.gen

/** How a call ended. */
enum ResponseCode {
  /** Done; of a scan: a limit stopped it, and records within its bounds are left. */
  Success = 0,
  /** Not done, for a reason that no other code names. */
  Error = 1,
  /** No map has this name. */
  MapNotFound = 2,
  /** A map has this name already. */
  MapExists = 3,
  /** The map has no record of this key. */
  RecordNotFound = 4,
  /** The map has a record of this key already. */
  RecordExists = 5,
  /** The scan is done, and no record within its bounds is left. */
  ScanEnded = 6
}

/** Which way a scan goes. */
enum ScanOrder {
  /** From the smallest key to the largest. */
  Ascending = 0,
  /** From the largest key to the smallest. */
  Descending = 1
}

/** One key and what is kept under it. */
struct Record {
  1: binary key,
  2: binary value
}

/** The answer of scan. */
struct RecordListResponse {
  /** ScanEnded, Success, MapNotFound or Error. */
  1: ResponseCode responseCode,
  /** What the scan found, in its order; empty unless it went well. */
  2: list<Record> records
}

/** The answer of get. */
struct BinaryResponse {
  /** Success, MapNotFound, RecordNotFound or Error. */
  1: ResponseCode responseCode,
  /** What is kept under the key; empty unless the code is Success. */
  2: binary value
}

/** The answer of listMaps. */
struct StringListResponse {
  /** Success. */
  1: ResponseCode responseCode,
  /** The names of all maps, sorted. */
  2: list<string> values
}

service MapKeeper {
  /** Success, always: shows that the service answers. */
  ResponseCode ping(),

  /** Creates an empty map. MapExists leaves the map that is there as it is. */
  ResponseCode addMap(1: string mapName),

  /** Forgets a map and its records. MapNotFound if there is none. */
  ResponseCode dropMap(1: string mapName),

  /** Gives the names of all maps. */
  StringListResponse listMaps(),

  /**
   * Gives the records between two keys, in order.
   *
   * startKey is the smaller bound and endKey the larger one, in both orders; a key that equals a bound is in the
   * range if the flag of that bound says so. An empty (or missing) bound is none: the range is open on that side, and
   * the flag has no meaning. A startKey beyond the endKey makes an empty range.
   *
   * The scan stops after maxRecords records, or as soon as the keys and values it has given are maxBytes long or
   * longer: the last record may go beyond maxBytes, so that every scan makes progress. 0 is no limit. The code is
   * Success if it stopped at a limit while records were left, and ScanEnded if it gave all there were. To go on
   * after Success, scan again with the last key as an exclusive bound.
   *
   * A scan is no snapshot: of the records that are written or removed while it runs, it may give some and miss some.
   */
  RecordListResponse scan(
    1: string mapName,
    2: ScanOrder order,
    3: binary startKey,
    4: bool startKeyIncluded,
    5: binary endKey,
    6: bool endKeyIncluded,
    7: i32 maxRecords,
    8: i32 maxBytes),

  /** Gives the value of a key. */
  BinaryResponse get(1: string mapName, 2: binary key),

  /** Keeps a value under a key, whether the key has a record or not. MapNotFound if there is no such map. */
  ResponseCode put(1: string mapName, 2: binary key, 3: binary value),

  /** Keeps a value under a new key. RecordExists leaves the record that is there as it is; or MapNotFound. */
  ResponseCode insert(1: string mapName, 2: binary key, 3: binary value),

  /** Changes the value of a key that has a record. RecordNotFound keeps nothing; or MapNotFound. */
  ResponseCode update(1: string mapName, 2: binary key, 3: binary value),

  /** Removes the record of a key. RecordNotFound if there is none; or MapNotFound. */
  ResponseCode remove(1: string mapName, 2: binary key)
}
