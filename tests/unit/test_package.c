/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packages of languages whose names do not begin with them. */
#include "prelude.h"

#include "profile/package.h"

#include "testing.h"

#include "base/compiler.h"

static void
file_is(const char *file, const char *package, const char *shown)
{
	struct str found = package_of_file(str_c(file));
	struct strbuf text = STRBUF_INIT;

	assert_true(str_eq(found, str_c(package)));
	package_put(&text, found, false);
	assert_string_equal(strbuf_c(&text), shown);
	strbuf_free(&text);
}

static void
class_is(const char *name, const char *package, const char *shown)
{
	struct str found = package_of_class(str_c(name));
	struct strbuf text = STRBUF_INIT;

	assert_true(str_eq(found, str_c(package)));
	package_put(&text, found, true);
	assert_string_equal(strbuf_c(&text), shown);
	strbuf_free(&text);
}

TEST(a_script_has_the_package_of_its_file)
{
	file_is("/srv/shop.py", "/srv/shop", "shop");
	file_is("/srv/shop/__init__.py", "/srv/shop", "shop");
	file_is("/usr/lib/python3.11/json/encoder.py",
		"/usr/lib/python3.11/json", "json");
	file_is("/usr/lib/python3.11/json/__init__.py",
		"/usr/lib/python3.11/json", "json");
	file_is("/usr/lib/python3.11/ast.py", "/usr/lib/python3.11/ast", "ast");
	file_is("/v/lib/python3.11/site-packages/black/nodes.py",
		"/v/lib/python3.11/site-packages/black", "black");
	file_is("json/encoder.py", "json", "json");
	file_is("./shop.py", "./shop", "shop");
	file_is("/srv/app.js", "/srv/app.js", "app.js");
	file_is("/srv/node_modules/pino/lib/a.js", "/srv/node_modules/pino",
		"pino");
	file_is("/n/node_modules/a/node_modules/@acme/log/lib/x.mjs",
		"/n/node_modules/a/node_modules/@acme/log", "@acme/log");
	file_is("node:internal/modules/cjs/loader", "node:internal",
		"node:internal");
	file_is("/var/lib/ruby/3.1.0/gems/rack-3.0.1/lib/rack/x.rb",
		"/var/lib/ruby/3.1.0/gems/rack-3.0.1", "rack-3.0.1");
	file_is("/usr/lib/ruby/3.1.0/json/common.rb",
		"/usr/lib/ruby/3.1.0/json", "json");
	/* Names in these languages begin with their packages. */
	file_is("/src/shop/main.go", "", "");
	file_is("/src/main.rs", "", "");
	file_is(".py", "", "");
	file_is("", "", "");
}

TEST(a_method_of_the_jvm_has_the_package_of_its_class)
{
	class_is("com.acme.Shop.total", "com.acme", "com.acme");
	class_is("com.acme.Shop$$Lambda$14/1572098393.apply", "com.acme",
		"com.acme");
	class_is("com.acme.Shop$$Lambda$14/0x0000000800c03000.apply",
		"com.acme", "com.acme");
	class_is("java/lang/Thread.run", "java/lang", "java.lang");
	class_is("Lcom/acme/Shop;.total", "com/acme", "com.acme");
	/* No package, or no class. */
	class_is("Shop.total", "", "");
	class_is("main.main", "", "");
	class_is("net/http.HandlerFunc.ServeHTTP", "", "");
	class_is("example.com/shop/api.(*Cart).Add", "", "");
	class_is("com.acme.Shop", "", "");
	class_is("std::vector<Foo>::at", "", "");
	class_is("a..B.c", "", "");
	class_is("L", "", "");
	class_is("", "", "");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
