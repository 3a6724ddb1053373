import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/* A small shop: prices under a lock, orders that allocate, a worker that waits. */
public class Shop {
    static final Object stock = new Object();
    static final ReentrantLock till = new ReentrantLock();
    static final List<byte[]> kept = new ArrayList<>();
    static volatile long sum;

    static int[] order(int n) {
        int[] lines = new int[n];
        for (int i = 0; i < n; i++) lines[i] = i * 31 % 977;
        return lines;
    }
    static long price(int[] lines) {
        long total = 0;
        for (int round = 0; round < 40; round++)
            for (int line : lines) total += Long.rotateLeft(line * 2654435761L, round);
        return total;
    }
    static int depth(int n) { return n == 0 ? (int) price(order(300)) : 1 + depth(n - 1); }

    static void sell(long until) {
        Random random = new Random(7);
        while (System.nanoTime() < until) {
            int[] lines = order(2000 + random.nextInt(4000));
            Arrays.sort(lines);
            sum += price(lines);
            if (random.nextInt(50) == 0) sum += depth(90);
            synchronized (stock) { sum += price(order(800)); }
            till.lock();
            try { sum += price(order(800)); } finally { till.unlock(); }
            if (random.nextInt(200) == 0)
                synchronized (kept) { kept.add(new byte[1000]); }
            if (random.nextInt(400) == 0)
                try { throw new IllegalStateException("out of stock"); } catch (IllegalStateException e) { sum++; }
        }
    }
    static void rest(long until) {
        try {
            while (System.nanoTime() < until) {
                Thread.sleep(5);
                LockSupport.parkNanos(3_000_000);
            }
        } catch (InterruptedException e) { }
    }
    public static void main(String[] args) throws Exception {
        long until = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) threads.add(new Thread(() -> sell(until), "seller-" + i));
        threads.add(new Thread(() -> rest(until), "resting"));
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        System.out.println(sum);
    }
}
