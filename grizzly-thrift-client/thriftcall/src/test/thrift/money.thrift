struct Amount {
  1: string currency = "EUR"
  2: i64 cents
}
