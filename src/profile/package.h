/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Packages, for display, of functions whose names do not begin with a package.
 * Go's do: for these there is name_package() in name.h.
 *
 *     Cart.add          /srv/shop.py                          /srv/shop
 *     JSONEncoder.iter  /usr/lib/python3.11/json/encoder.py   .../json
 *     Module._load      node_modules/@acme/app/load.js        .../@acme/app
 *     call              /var/gems/rack-3.0/lib/rack.rb        .../rack-3.0
 *     com.acme.Shop$$Lambda$14/0x0000000800c03000.apply       com.acme
 *     java/lang/Thread.run                                    java/lang
 */
#ifndef FT_PROFILE_PACKAGE_H
#define FT_PROFILE_PACKAGE_H

#include "base/str.h"
#include "base/strbuf.h"

/* Return the package of a file in Python, JavaScript or Ruby, a part of its
   name; "" for other files. */
struct str package_of_file(struct str file);
/* Return the package of the class in the name of a JVM method, a part of the
   name; "" for other names. */
struct str package_of_class(struct str name);
/* Do the same for the name of a class, "com.acme.Shop". */
struct str package_of_class_name(struct str name);
/* Append a package as a legend shows it: "json", "@acme/app", "java.lang".
   `of_class`: it came from package_of_class(). */
void package_put(struct strbuf *out, struct str package, bool of_class);

#endif
