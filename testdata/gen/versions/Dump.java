import java.nio.file.*;
import one.profiler.*;

/* Runs a program under async-profiler, and writes what it took in two forms. */
public class Dump {
    public static void main(String[] args) throws Exception {
        AsyncProfiler profiler = AsyncProfiler.getInstance(args[0]);
        profiler.execute("start,event=itimer,interval=5ms");
        Shop.main(new String[] {"1000"});
        profiler.stop();
        Files.write(Paths.get(args[1]), profiler.dumpOtlp());
        Files.writeString(Paths.get(args[2]), profiler.dumpCollapsed(Counter.SAMPLES));
    }
}
