/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of functions as CSV: the columns of the table, all of its rows
 * in their order. Values are bare numbers, the header tells their unit:
 *
 *     self [ns],self%,total [ns],total%,function
 *     2310000000,7.70,2940000000,9.80,index.scoreDoc
 */
#ifndef FT_PRESENT_TOPCSV_H
#define FT_PRESENT_TOPCSV_H

#include "base/strbuf.h"
#include "present/top.h"

void top_csv(const struct top *t, struct strbuf *out);

#endif
