module example.com/causes

go 1.25
