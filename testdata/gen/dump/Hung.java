// SPDX-License-Identifier: GPL-3.0-or-later

/** A program whose threads wait for each other, and for a lock that one keeps. */
public class Hung {
	static final Object a = new Object(), b = new Object();

	static synchronized void get() {
		throw new IllegalStateException();
	}

	static synchronized void refill() throws Exception {
		Thread.sleep(1000000);
	}

	static void both(Object first, Object second) throws Exception {
		synchronized (first) {
			Thread.sleep(300);
			synchronized (second) {
				second.notify();
			}
		}
	}

	interface Body {
		void run() throws Exception;
	}

	static void start(String name, Body body) throws Exception {
		Thread t = new Thread(() -> {
			try {
				body.run();
			} catch (Exception e) {
				throw new IllegalStateException(e);
			}
		}, name);
		t.setDaemon(true);
		t.start();
		Thread.sleep(100);
	}

	public static void main(String[] args) throws Exception {
		start("one", () -> both(a, b));
		start("two", () -> both(b, a));
		start("refill", Hung::refill);
		for (int i = 0; i < 3; i++)
			start("web " + i, Hung::get);
		System.out.println("ready");
		Thread.sleep(1000000);
	}
}
