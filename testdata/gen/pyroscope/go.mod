module example.com/pyroscope

go 1.25
