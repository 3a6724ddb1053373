-- SPDX-License-Identifier: GPL-3.0-or-later
-- Orders that are priced and sorted; recursion, two modules' worth of names.
module Main (main) where

import Data.List (sortBy, foldl')
import Data.Ord (comparing)

data Order = Order { number :: Int, amount :: Int }

fibonacci :: Int -> Int
fibonacci n = if n < 2 then n else fibonacci (n - 1) + fibonacci (n - 2)
{-# NOINLINE fibonacci #-}

price :: Order -> Int
price o = amount o * 3 - fibonacci (amount o `mod` 12 + 6)
{-# NOINLINE price #-}

orders :: Int -> [Order]
orders n = [Order i (i * 7) | i <- [1 .. n]]
{-# NOINLINE orders #-}

count :: [Order] -> Int
count = foldl' (\n o -> {-# SCC "add" #-} n + number o) 0
{-# NOINLINE count #-}

main :: IO ()
main = do
  let sorted = sortBy (comparing price) (orders 6000)
  print (count sorted + sum (map price sorted))
