/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest packages and their hues. */
#include "prelude.h"

#include "testing.h"

#include "present/packages.h"
#include "present/paint.h"
#include "ui/color.h"
#include "util_view.h"
#include "vision.h"

static const char some[] = "main.main;example.com/shop/api.Serve;"
			   "encoding/json.Decode 50\n"
			   "main.main;example.com/shop/api.Serve;"
			   "runtime.mallocgc;runtime.memclr 300\n"
			   "main.main;sort.Sort 5\n"
			   "main.main;a.F 4\nmain.main;b.F 3\nmain.main;c.F 2\n"
			   "main.main;d.F 1\n";

struct made {
	struct fixture f;
	struct origins *origins;
	struct packages *packages;
};

static void
made_of(struct made *m, const char *folded)
{
	struct err err = ERR_INIT;

	fixture_init(&m->f, folded, "count", NULL);
	m->origins = origins_new(m->f.profile, NULL, &err);
	assert_non_null(m->origins);
	m->packages = packages_new(m->f.view, m->origins);
}

static void
made_init(struct made *m)
{
	made_of(m, some);
}

static void
made_fini(struct made *m)
{
	packages_free(m->packages);
	origins_free(m->origins);
	fixture_fini(&m->f);
}

TEST(what_takes_most_of_the_graph_comes_first)
{
	static const char *const want[] = { "main", "api", "json", "sort", "a",
		"b", "" };
	struct made m;
	uint8_t hue[7];

	made_init(&m);
	for (int i = 0; i < 7; i++) {
		struct str name = packages_name(m.packages, i, &hue[i]);

		assert_true(str_is(name, want[i]));
		for (int k = 0; k < i && i < 6; k++)
			assert_int_not_equal(hue[i], hue[k]);
	}
	made_fini(&m);
}

static void
labels_are(const char *folded, const char *const *want, int n)
{
	struct made m;
	uint8_t hue;

	made_of(&m, folded);
	for (int i = 0; i < n; i++)
		assert_true(
			str_is(packages_name(m.packages, i, &hue), want[i]));
	made_fini(&m);
}

TEST(as_much_of_a_path_as_tells_packages_apart_is_shown)
{
	static const char *const go[] = { "main", "b/store", "json",
		"x/a/store", "y/a/store", "" };
	static const char *const java[] = { "com.acme.shop", "java.util.regex",
		"com.acme.re.regex", "java.lang", "com.acme.lang", "" };

	labels_are("main.main;ex.com/b/store.F 50\n"
		   "main.main;encoding/json.F 40\n"
		   "main.main;ex.com/x/a/store.F 30\n"
		   "main.main;ex.com/y/a/store.F 20\n",
		go, 6);
	labels_are("com.acme.shop.Cart.add;java.util.regex.Pattern.match 50\n"
		   "com.acme.shop.Cart.get;com.acme.re.regex.P.m 40\n"
		   "com.acme.shop.Main.main;java.lang.String.f 30\n"
		   "com.acme.shop.Main.main;com.acme.lang.Word.f 20\n",
		java, 6);
}

TEST(nothing_else_has_the_hues_of_the_heaviest)
{
	struct made m;
	uint8_t hue, other;

	made_init(&m);
	assert_true(str_is(packages_name(m.packages, 1, &hue), "api"));
	assert_int_equal(
		packages_hue(m.packages, m.f.view,
			fixture_frame(&m.f, "example.com/shop/api.Serve")),
		hue);
	other = packages_hue(m.packages, m.f.view, fixture_frame(&m.f, "d.F"));
	for (int i = 0; i < 6; i++) {
		(void)packages_name(m.packages, i, &hue);
		assert_int_not_equal(hue, other);
	}
	made_fini(&m);
}

TEST(the_heaviest_can_be_told_apart)
{
	struct scheme rich = { LEVEL_256, false, 0 };
	struct scheme poor = { LEVEL_16, false, 0 };
	struct scheme least = { LEVEL_8, false, 0 };
	struct made m;
	uint8_t a, b;

	made_init(&m);
	for (int i = 0; i < 6; i++) {
		for (int k = 0; k < i; k++) {
			(void)packages_name(m.packages, i, &a);
			(void)packages_name(m.packages, k, &b);
			assert_true(
				vision_distance(palette_box(&rich, a, false).bg,
					palette_box(&rich, b, false).bg) >= 8);
			assert_int_not_equal(palette_box(&poor, a, false).bg,
				palette_box(&poor, b, false).bg);
			if (i < PACKAGES_OF_8)
				assert_int_not_equal(
					palette_box(&least, a, false).bg,
					palette_box(&least, b, false).bg);
		}
	}
	made_fini(&m);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
