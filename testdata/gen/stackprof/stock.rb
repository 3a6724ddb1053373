# SPDX-License-Identifier: GPL-3.0-or-later
# A stock keeper under stackprof: stock.rb MODE INTERVAL RAW OUT
require "stackprof"

def fibonacci(n)
  n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)
end

class Shelf
  def initialize(n)
    @boxes = Array.new(n) { |i| i.to_s * 8 }
  end

  def count(pattern)
    @boxes.count { |b| b =~ pattern }
  end

  def order
    @boxes.sort_by(&:reverse)
  end
end

def work(rounds)
  rounds.times do
    shelf = Shelf.new(1500)
    shelf.count(/7+8/)
    shelf.order
    fibonacci(15)
  end
end

mode, interval, raw, out = ARGV
StackProf.run(mode: mode.to_sym, interval: interval.to_i, raw: raw == "raw", out: out) do
  work(40)
  sleep 0.05 if mode == "wall"
end
