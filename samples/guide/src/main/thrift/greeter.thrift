namespace java com.example.greeter.gen

exception NoName {
  1: string message
}

service Greeter {
  string greet(1: string name) throws (1: NoName noName)
}
