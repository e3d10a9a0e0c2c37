/*
 * MapKeeper: named, ordered maps from byte strings to byte strings. Names and numbers match those of the public
 * MapKeeper project, so its clients, and the database bindings written for it, can talk to this service.
 *
 * Keys are ordered byte by byte from the left, each byte unsigned; a prefix comes before a longer key.
 * No method throws: each returns a response code. Every method may also return Error: a required argument is missing,
 * or a limit is negative. A call that returns a code other than Success and ScanEnded changes nothing.
 */
namespace java io.grizzlythrift.samples.mapkeeper.gen

/** The outcome of a call. */
enum ResponseCode {
  /** Done. Of a scan: a limit stopped it, and records within its bounds are left. */
  Success = 0,
  /** Not done, for a reason that no other code names. */
  Error = 1,
  /** No map has this name. */
  MapNotFound = 2,
  /** A map of this name exists. */
  MapExists = 3,
  /** The map has no record with this key. */
  RecordNotFound = 4,
  /** The map has a record with this key. */
  RecordExists = 5,
  /** The scan is done, and no record within its bounds is left. */
  ScanEnded = 6
}

/** The direction of a scan. */
enum ScanOrder {
  /** From the smallest key to the largest. */
  Ascending = 0,
  /** From the largest key to the smallest. */
  Descending = 1
}

/** A key and its value. */
struct Record {
  1: binary key,
  2: binary value
}

/** The reply of scan. */
struct RecordListResponse {
  /** ScanEnded, Success, MapNotFound or Error. */
  1: ResponseCode responseCode,
  /** The records found, in the order of the scan; empty unless it succeeded. */
  2: list<Record> records
}

/** The reply of get. */
struct BinaryResponse {
  /** Success, MapNotFound, RecordNotFound or Error. */
  1: ResponseCode responseCode,
  /** The value; empty unless the code is Success. */
  2: binary value
}

/** The reply of listMaps. */
struct StringListResponse {
  /** Success. */
  1: ResponseCode responseCode,
  /** The names of all maps, sorted. */
  2: list<string> values
}

service MapKeeper {
  /** Always returns Success: shows that the service is up. */
  ResponseCode ping(),

  /** Creates an empty map. MapExists leaves the existing map unchanged. */
  ResponseCode addMap(1: string mapName),

  /** Drops a map and its records. MapNotFound if there is none. */
  ResponseCode dropMap(1: string mapName),

  /** Returns the names of all maps. */
  StringListResponse listMaps(),

  /**
   * Returns the records between two keys, in order.
   *
   * startKey is the smaller bound and endKey the larger one, in both orders. A key that equals a bound is in the
   * range if the flag of that bound is set. An empty or missing bound leaves the range open on that side, and its
   * flag is ignored. If startKey is beyond endKey, the range is empty.
   *
   * The scan stops after maxRecords records, or as soon as the keys and values found take maxBytes or more: the last
   * record may exceed maxBytes, so that every scan makes progress. A limit of 0 is no limit. The code is
   * Success if it stopped at a limit while records were left, and ScanEnded if it returned all of them. To continue
   * after Success, scan again with the last key as an exclusive bound.
   *
   * A scan is no snapshot: of the records written or removed while it runs, it may return some and miss others.
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

  /** Returns the value of a key. */
  BinaryResponse get(1: string mapName, 2: binary key),

  /** Stores a value under a key, whether the key has a record or not. MapNotFound if there is no such map. */
  ResponseCode put(1: string mapName, 2: binary key, 3: binary value),

  /** Stores a value under a new key. RecordExists leaves the existing record unchanged; or MapNotFound. */
  ResponseCode insert(1: string mapName, 2: binary key, 3: binary value),

  /** Replaces the value of a key that has a record. RecordNotFound stores nothing; or MapNotFound. */
  ResponseCode update(1: string mapName, 2: binary key, 3: binary value),

  /** Removes the record of a key. RecordNotFound if there is none; or MapNotFound. */
  ResponseCode remove(1: string mapName, 2: binary key)
}
