module peers

go 1.25

require github.com/apache/thrift v0.24.0
