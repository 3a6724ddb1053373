/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of what the functions of runtimes do (runtimes.h). */
#include "prelude.h"

#include "engine/runtimes.h"

#include <assert.h>

#include "base/compiler.h"
#include "base/err.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/regexp.h"

struct runtime_rule {
	uint8_t kind;
	bool by_file;
	const char *pattern;
};

#define N(kind, pattern) \
	{ \
		RKIND_##kind, false, pattern \
	}
#define F(kind, pattern) \
	{ \
		RKIND_##kind, true, pattern \
	}

/* tables[], below, has the versions on which the names were verified. */
/* clang-format off */

static const struct runtime_rule go_rules[] = {
	N(GC, "^gcWriteBarrier|^internal/runtime/gc|"
	  "^runtime\\.(gc[A-Z_]|_?GC|\\(\\*gc|scan|greyobject|mark|shade|"
	  "findObject|wb[A-Z]|bgsweep|bgscavenge|sweep|\\(\\*sweep|drain|"
	  "bulkBarrier|tryDefer|deductAssist|deductSweep|finishsweep|"
	  "clearpools|"
	  "\\(\\*wbBuf|\\(\\*?typePointers|typePointers|\\(\\*lfstack|"
	  "\\(\\*spanQueue|\\(\\*spanInlineMark|spanInlineMark|localWork|"
	  "\\(\\*scavenge|\\(\\*workType|\\(\\*limiter|\\(\\*gcBits|"
	  "\\(\\*mspan\\)\\.(sweep|mark|moveInlineMarks|init(InlineMarkBits)|"
	  "inlineMark|scannedBits|heapBits)|\\(\\*mheap\\)\\.(reclaim|"
	  "nextSpanForSweep)|\\(\\*pageAlloc\\)\\.scav|\\(\\*sysMemStat|"
	  "putempty|putfull|getempty|trygetfull|handoff|extractHeapBits|"
	  "nextMarkBit|newMarkBits|newAllocBits|\\(\\*consistentHeap|"
	  "\\(\\*cpuStats|stopTheWorld|startTheWorld|\\(\\*stackScanState|"
	  "\\(\\*atomicSpanSet|\\(\\*spanSet|\\(\\*unwinder|"
	  "runfin|runFinal|addfinal|queuefinal)"),
	N(ALLOC, "^internal/bytealg\\.MakeNoZero|^runtime\\.(malloc|newobject|"
	  "newarray|make(slice|chan|map)|growslice|nextslicecap|nextFree|"
	  "\\(\\*(mcache|mcentral|mheap|mspan|pageAlloc|pageCache|pallocData|"
	  "pallocBits|pageBits|fixalloc|linearAlloc)\\)|persistentalloc|"
	  "heapSet|heapBitsSet|rawbyte|rawstring|rawrune|profilealloc|"
	  "sys(Alloc|Used|Map|Fault|Free|Unused|HugePage|Reserve)|roundupsize|"
	  "postMalloc|stack(alloc|free|cache|pool)|newstack|copystack|"
	  "morestack|"
	  "adjust(frame|pointers|sudogs|defers|ctxt|panics)|newMapper|"
	  "concatstring|slice(bytetostring|runetostring)|stringto|"
	  "allocNeedsZero|allocm|needzero|publicationBarrier|getMCache|"
	  "divRoundUp|spanAllocType|mProf_|setprofilebucket|stkbucket|"
	  "memclrNoHeapPointersChunked|unsafe_New|convT)"),
	N(MAPS, "^internal/runtime/maps\\.|^aeshash|^runtime\\.(map|aeshash|"
	  "strhash|memhash|(nil)?interhash|typehash|evacuate|hashGrow|growWork|"
	  "\\(\\*hmap|\\(\\*bmap|tophash|overLoadFactor|rand|cheaprand|f64hash|"
	  "f32hash|c64hash|c128hash)"),
	N(MOVES, "^runtime\\.(memmove|memclr|typedmemmove|typedmemclr|"
	  "typedslicecopy|slicecopy|duff(copy|zero)|reflectcallmove)|"
	  "^duff(copy|zero)$"),
	N(COMPARE, "^(memeqbody|cmpbody|indexbytebody|indexbody|countbody)|"
	  "^internal/(bytealg|stringslite)\\.|^runtime\\.(memequal|strequal|"
	  "cmpstring|(nil)?interequal|efaceeq|ifaceeq|memeq|countrunes|"
	  "decoderune|encoderune|findnull|[fc][0-9]+equal)"),
	N(LOCKS, "^internal/sync\\.|^runtime\\.(lock|unlock|sema|"
	  "\\(\\*(mutex|rwmutex|semaRoot|lockTimer|mLockProfile)|cansema|"
	  "sync_|internal_sync|mutexContended|mutexSampleContention|readyWith|"
	  "notifyList)"),
	N(SYSCALL, "^(internal/runtime/syscall|syscall|internal/syscall|"
	  "golang\\.org/x/sys|internal/poll)|^runtime\\.(epoll|read|write|"
	  "madvise|mmap|munmap|nanotime|vdso|walltime|time_now|open|closefd|"
	  "fcntl|rt_sig|sigaltstack|tgkill|getpid|gettid|pipe2|mincore|sched_"
	  "getaffinity|setitimer|timer_(create|settime|delete)|clone)|"
	  "^time\\.now|^x?_?cgo"),
	N(SCHED, "^gogo$|^internal/(synctest|godebug)|^runtime\\.(schedule|"
	  "find(R|r)unnable|park|gopark|goready|ready|mcall|gosched|gogo|"
	  "goyield|goschedImpl|execute|newproc|newm|startm|stopm|wakep|wakeNet|"
	  "resetspinning|runq|globrunq|stealWork|checkTimers|"
	  "checkRunqs|checkIdle|\\(\\*timer|\\(\\*pollDesc|\\(\\*pollCache|"
	  "poll_|sysmon|mstart|mPark|note|futexsleep|futexwakeup|usleep|"
	  "osyield|"
	  "procyield|netpoll|casgstatus|castog|casG|asyncPreempt|preempt|"
	  "suspendG|resumeG|wantAsync|isAsyncSafe|entersyscall|exitsyscall|"
	  "reentersyscall|retake|handoffp|acquire[pmS]|release[pmS]|pidle|mput|"
	  "mget|goexit|gdestroy|gfget|gfput|injectglist|selectgo|selectnb|"
	  "sellock|selunlock|chan|send|recv|closechan|\\(\\*waitq|dropg|"
	  "timeSleep|goroutineReady|bgscavenge|forcegchelper|main$|"
	  "spinning|updateTimer|dodeltimer|becomeSpinning|save$|"
	  "inject|pMask|\\(\\*randomEnum|\\(\\*randomOrder|inHeapOrStack|"
	  "\\(\\*gQueue|\\(\\*gList|unblocksig|lockextra|minit|template)"),
	N(TYPES, "^internal/(reflectlite|abi|unsafeheader|fmtsort|itoa|"
	  "oserror|race|msan|asan|byteorder|goarch|goos|profilerecord)|"
	  "^runtime\\.(assert|typeAssert|iface|getitab|interfaceSwitch|itab|"
	  "\\(\\*itab|resolve(Name|Type)|\\(\\*_type|\\(\\*rtype|toRType|"
	  "typesEqual|typelinks|reflect|panicdottype)"),
	N(PROFILER, "^runtime\\.(sigprof|sig(handler|tramp|return)|"
	  "\\(\\*profBuf|"
	  "\\(\\*cpuProfile|\\(\\*traceBuf|trace[A-Z]|profil|mutexevent|"
	  "blockevent|saveblock|\\(\\*profAtomic|\\(\\*bucket|sigFetchG|"
	  "sigtrampgo|sigpanic0|adjustSignalStack)|^internal/(trace|profile)"),
	N(EXCEPTIONS, "^runtime\\.(gopanic|panic|gorecover|recovery|defer|"
	  "\\(\\*_panic|\\(\\*_defer|rundefer|nextDefer|nextFrame|unwind|"
	  "traceback|gentraceback|tracebackPCs|callers|Caller|fpTraceback|"
	  "\\(\\*Frames|\\(\\*Func|funcNameFor|printpanic|throw|fatal|goPanic|"
	  "sigpanic|pcvalue|pcdatavalue|findfunc|readvarint|funcspdelta|"
	  "funcdata|step$|\\(\\*inlineUnwinder|\\(\\*moduledata)"),
	N(BUILTIN, "^internal/strconv\\."),
	N(LOADING, "^runtime\\.(doInit|schedinit|rt0|args|osinit|"
	  "modulesinit|check$|alginit)|^internal/cpu"),
};

static const struct runtime_rule jvm_rules[] = {
	N(JIT, "^(CompileBroker|C2Compiler|Compiler::|Compile::|Compilation|"
	  "CompileTask|CompileQueue|CompilationPolicy|AbstractCompiler|Phase|"
	  "[A-Za-z0-9]*Node::|Node(_|Hash)?|Type[A-Za-z]*::|"
	  "Parse(Generator)?::|"
	  "Matcher|IndexSet|LinearScan|LIR|GraphKit|GraphBuilder|Assembler|"
	  "MacroAssembler|AbstractAssembler|ci[A-Z]|RegMask|NTarjan|"
	  "State::|[A-Za-z]+Oper::|IdealLoop|C1_|C2_|C2Safepoint|IR::|IRScope|"
	  "BlockBegin|ValueMap|GlobalValue|CodeSection|CodeBuffer|CodeBlob|"
	  "Relocation|RelocIterator|OopMap|DebugInfo|nmethod|LateInline|"
	  "CallGenerator|DirectCall|InlineTree|WarmCallInfo|NullCheckElim|"
	  "RangeCheckElim|Canonicalizer|PathFrequency|LiveRangeMap|LRG|"
	  "BitMap::|MethodLiveness|JVMState|SafePoint|RegisterMap|"
	  "VectorSet|Dict::|UniqueNode|Block::|PhiResolver|FpuStack|"
	  "Interval|Instruction|Invoke|BytecodeLivenessAnalysis)|"
	  "^[a-z][A-Za-z0-9_]+(Node|Oper)::"),
	N(GC, "^(void )?(G1|GC|Gen(eration|Collect)|DefNew|Serial|Tenured|"
	  "PS[A-Z]|"
	  "ParallelScavenge|ParMark|ParCompact|Mark|Z[A-Z][a-z]+|XMark|"
	  "Shenandoah|Card(Table|Gen)|ContiguousSpace|OopOopIterate|"
	  "ReferenceProcessor|Reference(Handler|Pending)|TaskTerminator|"
	  "WorkGang|GangWorker|WorkerThread|WorkerTask|ScavengeRoot|"
	  "StrongRoots|WeakProcessor|OopStorage|OldGen|BlockOffset|"
	  "AgeTable|VM_(G1|Gen|GC|Collect|Parallel)|CollectedHeap::collect|"
	  "FastScan|FilteringClosure|StringDedup|InstanceKlass::oop_oop|"
	  "ClassLoaderData::oops|oopDesc::oop_iterate)|::oop_oop_iterate|"
	  "::do_oop|Closure>"),
	N(ALLOC, "^(MemAllocator|ObjAllocator|CollectedHeap|ThreadLocalAlloc|"
	  "Arena|Chunk|ChunkPool|ResourceObj|AnyObj|ResourceArea|CHeapObj|"
	  "Metaspace|metaspace|OptoRuntime::(new|multianew)|Runtime1::(new|"
	  "slow_subtype)|InstanceKlass::allocate|TypeArrayKlass|ObjArrayKlass|"
	  "AllocateHeap|os::(malloc|realloc|free)|GrowableArray|"
	  "AccessInternal|resource_allocate)"),
	N(LOCKS, "^(ObjectMonitor|ObjectSynchronizer|LightweightSync|Parker|"
	  "Monitor|Mutex|MutexLocker|os::Platform|PlatformEvent|"
	  "BasicLock|SharedRuntime::(complete_monitor|monitor)|"
	  "InterpreterRuntime::monitor|OptoRuntime::monitor|Unsafe_Park)|"
	  "Unsafe\\.(un)?park|^JVM_MonitorWait|^java[./]lang[./]Object\\.wait"),
	N(PROFILER, "^jdk[./]jfr|^jdk[./]internal[./](event|vm[./]Event)|"
	  "^(Jfr|WallClock|Profiler|PerfEvents|ITimer|CTimer|AsyncSampler|"
	  "StackWalker|Recording|FlightRecorder|JfrThread|Engine::|"
	  "Dictionary::|"
	  "CallTraceStorage|VMStructs|Symbols|CodeCache::find|CodeHeap::find|"
	  "AsyncGetCallTrace|ObjectSampler|LockTracer|MallocTracer|"
	  "forte_fill|vframeStream)"),
	N(EXCEPTIONS, "^(Exceptions::|java_lang_Throwable|StackWalk|JVM_Fill|"
	  "SharedRuntime::.*exception|OptoRuntime::(rethrow|handle_exception)|"
	  "InterpreterRuntime::(throw|exception)|Backtrace|vframe|frame::|"
	  "Deoptimization|StackFrameStream)"),
	N(INTERPRETER, "^(Interpreter|TemplateInterpreter|InterpreterRuntime|"
	  "BytecodeInterpreter|Bytecode|I2C/C2I|call_stub|vtable stub|"
	  "itable stub|TemplateTable|invoke|fast_[a-z]+|MethodData|"
	  "MethodCounters|InvocationCounter|CounterData)|_ifeq$|"
	  "^\\[unknown_Java\\]"),
	N(LOADING, "^(ClassLoad|LinkResolver|LinkInfo|SystemDictionary|"
	  "ClassFile|ClassPath|InstanceKlass|Klass|ConstantPool|Method::|"
	  "Rewriter|Verif|ClassVerifier|Symbol|StringTable|"
	  "java_lang_ClassLoader|"
	  "java_lang_Class|JVM_(Find|Define|Load|Get|Lookup)|JNI_|Threads::|"
	  "Universe|Modules|ModuleEntry|Annotations|fieldDescriptor|"
	  "Fingerprint|"
	  "SignatureStream|Signature|JavaMain|LoadJavaVM|HashTable|Hashtable|"
	  "StackMap|Metadata|Cgroup|MetaspaceShared|init_globals|StubCode|"
	  "StubGenerator|ICache|VM_Version|defaultMethods|DefaultMethods|"
	  "ConcurrentHashTable)|"
	  "(jdk|java|sun)[./](internal[./])?(loader|module|launcher|jimage|"
	  "util[./]jar)|"
	  "^sun[./]launcher|^jdk[./]internal[./](misc[./](VM|CDS)|perf)"),
	N(TYPES, "^java[./]lang[./]invoke|^jdk[./]internal[./](reflect|org|"
	  "foreign|classfile|constant)|^sun[./](reflect|invoke)|^(MethodHandle|"
	  "Reflection|JVM_Invoke)|lambda form"),
	N(MOVES, "^(StubRoutines|[jbsi][a-z]*_(disjoint_|conjoint_|array)|"
	  "Copy::|"
	  "[a-z_]*arraycopy|_?[a-z_]*fill$|Unsafe_(Copy|Set)Memory)|arraycopy"),
	N(SCHED, "^(Safepoint|VMThread|VM_|Handshake|ThreadBlock|ThreadIn|"
	  "JavaThread|Thread::|thread_native_entry|WatcherThread|PeriodicTask|"
	  "ServiceThread|SafepointMechanism|os::(sleep|naked|yield)|"
	  "Continuation|JVM_(Sleep|Yield|StartThread)|ThreadsSMR|"
	  "ThreadSafepoint|NotificationThread|MonitorDeflation)|"
	  "^jdk[./]internal[./]vm"),
	N(SYSCALL, "^(os::|sun[./](nio|net)|Unsafe_|JVM_|NET_|"
	  "Java_(java|sun|jdk)_|handleRead|handleWrite|readBytes|writeBytes|"
	  "SharedRuntime::java_calls|PerfMemory|elapsed|TimeHelper)|"
	  "^jdk[./]internal[./](net|io|ref|nio)"),
	N(BUILTIN, "^jdk[./]internal[./](misc|util|math|access)|"
	  "^sun[./](misc|util|security|font)|^(com[./]sun)[./]|"
	  "^java[./]lang[./]"),
	N(COMPARE, "^(StubRoutines_)?(string_|array_)|_?(compressedString|"
	  "arrays_equals)"),
};

static const struct runtime_rule v8_rules[] = {
	N(GC, "^:?(\\(garbage collector\\)|Garbage Collection)|^v8::internal::("
	  "Scaveng|Heap::|MarkCompact|Marking|Sweep|Evacuat|Concurrent|"
	  "MinorMark|Incremental|Young|GCTracer|WriteBarrier|.*Marking)|"
	  "^(V8\\.GC|MinorGC|MajorGC)|^Builtins_RecordWrite"),
	N(IDLE, "^:?\\(idle\\)"),
	N(NATIVE, "^:?(\\(program\\)|Node\\.js|Non JS threads activity|"
	  "\\(root\\)|runMicrotasks|\\((external|native)\\))"),
	N(JIT, "^v8::internal::(compiler|maglev|turbo|baseline|Optimiz|"
	  "Compiler|"
	  "interpreter::Bytecode(Gen|Array)|Deopt|TieringManager|"
	  "OptimizingCompile|parsing|Parser|PreParser|Scanner)|"
	  "^(V8\\.(Compile|Optimize|Deopt)|v8\\.compile)|^Builtins_(Compile|"
	  "InterpreterOnStack|BaselineOnStack|Tier)"),
	N(INTERPRETER, "^(BytecodeHandler|Builtins_(Interpreter|Call|Construct|"
	  "JSEntry|JSRun|.*Handler|.*Trampoline|Load|Store|Keyed|Has))|"
	  "^v8::internal::(Runtime_|IC|LoadIC|StoreIC|KeyedLoad|Execution|"
	  "Invoke|Interpreter)"),
	N(ALLOC, "^v8::internal::(Factory|Allocat|.*Allocator|PagedSpace|"
	  "NewSpace|SemiSpace)|^Builtins_(Allocate|FastNew)"),
	N(EXCEPTIONS, "^v8::internal::(Isolate::(Throw|Capture|Unwind)|Error|"
	  "StackTrace|MessageHandler)"),
	F(LOADING, "^(node:)?internal/(modules|bootstrap|main|process/(pre_|"
	  "execution)|v8|vm|url|source_map|validators|options|errors|util|"
	  "per_context|deps|legacy)|^electron/|^node:(module|vm|internal/util|"
	  "url|path|util|v8|assert|constants)"),
	F(SCHED, "^(node:)?(internal/(timers|process/(task_queues|promises)|"
	  "async_hooks|linkedlist|priority_queue|event_target|abort|"
	  "fixed_queue|worker|cluster|webstreams|async_local)|timers|"
	  "events|async_hooks|worker_threads|diagnostics_channel)"),
	F(SYSCALL, "^(node:)?(internal/(fs|net|dgram|tty|child_process|socket|"
	  "dns|http|stream|tls|stdio|console|js_stream|readline|process)|fs|"
	  "net|"
	  "http|https|http2|_http|_tls|tls|dgram|dns|child_process|stream|tty|"
	  "readline|console|os|_stream|process)"),
	F(BUILTIN, "^(node:)?(internal/(buffer|crypto|zlib|encoding|blob|"
	  "webidl|perf|histogram|querystring|freelist|assert|trace)|buffer|"
	  "crypto|"
	  "zlib|string_decoder|querystring|perf_hooks|punycode|inspector)"),
	N(BUILTIN, "^(Builtins_|Builtin:|v8::|node::)"),
};

static const struct runtime_rule python_rules[] = {
	N(GC, "^(gc_|_?PyGC|collect(_|$)|visit_(decref|reachable)|"
	  "subtract_refs|move_unreachable|deduce_unreachable|update_refs|"
	  "untrack_|delete_garbage|PyObject_GC|<built-in method gc\\.)|"
	  "^INVALID$|^GC$|^<GC>"),
	N(ALLOC, "^(_?PyObject_(Malloc|Free|Calloc|Realloc|New)|_?PyMem_|"
	  "pymalloc|_?PyType_(Alloc|Generic)|arena_|new_arena|_?PyArena|"
	  "PyType_GenericAlloc|_Py_NewReference|_Py_Dealloc|.*_dealloc$)"),
	N(SYSCALL, "'(poll|recv|recv_into|send|sendall|accept|connect|read|"
	  "readinto|write|fileno)' of|built-in method (posix|time\\.sleep|"
	  "select|_posix|_socket|io\\.open|_winapi|fcntl)|"
	  "^(stat|listdir|read|write|open|sleep|getcwd|fspath|scandir|waitpid|"
	  "poll|recv|send|accept|connect)$"),
	N(LOCKS, "^(take_gil|drop_gil|_?PyEval_(Acquire|Release|Save|Restore)|"
	  "PyThread_(acquire|release)|lock_|acquire_timed)|"
	  "(method|^)( ')?(acquire|release)('|$)|_wait_for_tstate_lock"),
	N(MAPS, "^_?Py(Dict|Set)_|^(dict|set|lookdict|insertdict|unicodekeys|"
	  "find_empty_slot|dictresize)"),
	N(EXCEPTIONS, "^_?Py(Err|Traceback|Exception|TraceBack)|"
	  "^BaseException_"),
	N(LOADING, "^(_?PyImport|pymain|_?Py_(Init|Run|Main|Bytes)|Py_Bytes|"
	  "_?PyMarshal|r_object|_?PyRun|_?PyConfig|_?Py_Finalize|"
	  "_?PyInterpreter)|marshal\\.|__build_class__|__import__|"
	  "_imp\\.|exec'|builtins\\.exec|^(exec|loads|is_builtin|"
	  "get_frozen|create_builtin|exec_builtin|acquire_lock|"
	  "release_lock|open_code|_fix_co_filename|exec_dynamic)$"),
	F(LOADING, "^<frozen (importlib|zipimport|site|runpy|os|codecs|"
	  "posixpath|genericpath|_collections|abc|io|stat)"),
	N(INTERPRETER, "^(_?PyEval|_?PyFunction|_?PyObject|_?PyVectorcall|"
	  "_?PyCell|_?PyFrame|_?PyGen|gen_|call_function|cfunction|vectorcall|"
	  "method_vectorcall|slot_|type_call|object_|_?PyCode|do_call|"
	  "builtin_exec)"),
	N(TYPES, "^(_?PyType|type_|isinstance|issubclass)|"
	  "isinstance|issubclass|getattr|setattr|hasattr"),
	N(BUILTIN, "^<(built-in )?method |^<built-in|^_?Py[A-Z]"),
};

static const struct runtime_rule ruby_rules[] = {
	N(GC, "^\\((marking|sweeping|garbage collection)\\)|^(rb_)?gc_|"
	  "^garbage_collect|^(mark|sweep)_"),
	N(ALLOC, "^(newobj|rb_newobj|objspace_(x?malloc|xfree)|ruby_x|heap_"
	  "page)"),
	N(INTERPRETER, "^(vm_|rb_vm_|rb_(call|funcall|yield|ensure|rescue|"
	  "method_call|iterate)|invoke_|rb_ec_exec|ruby_(exec|run|sysinit)|"
	  "setup_exception|call_method)"),
	N(MAPS, "^(rb_hash|st_|ar_|rb_st_|hash_)"),
	N(EXCEPTIONS, "^(rb_exc|rb_raise|rb_backtrace|backtrace|rb_bug)"),
	N(LOADING, "^(rb_require|rb_load|require_internal|iseq_|rb_iseq|"
	  "compile_|rb_parser|yyparse)|Kernel#require|Kernel#load"),
	N(LOCKS, "^(rb_mutex|gvl_|thread_sched|native_cond|rb_nogvl|"
	  "Thread::Mutex|Monitor)"),
	F(BUILTIN, "^<(cfunc|internal:)"),
	N(BUILTIN, "\\[c function\\]$|#|^rb_"),
};

static const struct runtime_rule dotnet_rules[] = {
	N(GC, "gc_heap|GCHeap|WKS::|SVR::|^JIT_(WriteBarrier|CheckedWrite|"
	  "ByRefWrite)"),
	N(ALLOC, "^(JIT_New|Alloc|FastAllocate|JIT_Box)"),
	N(JIT, "^(Compiler|CILJit|UnsafeJit|LinearScan|CodeGen|emitter|Jit|"
	  "PreStub|MethodDesc::(DoPrestub|Jit)|TieredCompilation)"),
	N(LOCKS, "^(JIT_Mon|AwareLock|SyncBlock|ObjHeader|CLREvent|Crst)"),
	N(EXCEPTIONS, "^(IL_Throw|IL_Rethrow|EH|Exception|ProcessCLR|"
	  "StackFrameIterator|Unwind)"),
	N(SCHED, "^(Thread(Pool|Store|Suspend|Native)|Thread::)"),
	N(MOVES, "^(JIT_Mem(Set|Cpy)|memmove)"),
	N(SYSCALL, "^SystemNative_"),
	N(TYPES, "^(TypeHandle|MethodTable|ClassLoader|JIT_(IsInstance|"
	  "ChkCast)|"
	  "VirtualCall|Resolve)"),
};

static const struct runtime_rule rust_rules[] = {
	N(ALLOC, "^(__rustc::)?__(rust|rdl|rg)_(alloc|dealloc|realloc)"),
	N(LOADING, "^std::rt::|lang_start|__rust_begin_short|"
	  "^std::panicking::(catch_unwind|try)\\b"),
	N(EXCEPTIONS, "panic|unwind|backtrace"),
	N(LOCKS, "^<?std::sys(_common)?::.*(mutex|futex|lock|condvar|once)|"
	  "parker"),
	N(SCHED, "^<?std::sys(_common)?::.*thread|^std::thread"),
	N(SYSCALL, "^<?std::sys(_common)?::"),
};

static const struct runtime_rule libc_rules[] = {
	N(ALLOC, "^(__GI_)?(__libc_|je_|tc_|mi_)?_{0,2}(malloc|calloc|realloc|"
	  "free|cfree|memalign|aligned_alloc|posix_memalign|sbrk|brk)"
	  "(@|$|_consolidate|_trim|_usable)|^(_int_|sysmalloc|systrim|"
	  "unlink_chunk|ptmalloc|arena_get|tcache|malloc_|alloc_perturb|"
	  "heap_trim|largebin|checked_request|__minimal_|new_heap|grow_heap|"
	  "mem2|do_check|mmap_chunk|munmap_chunk|chunk|top_check)|^__default_"
	  "morecore|^operator (new|delete)"),
	N(MOVES, "^(__GI_)?_{0,2}(wmem|mem)(cpy|move|set|pcpy|ccpy)|^(__GI_)?"
	  "_{0,2}(bzero|bcopy|strn?cpy|stpn?cpy|strn?cat|strn?dup|strlcpy)"),
	N(COMPARE, "^(__GI_)?_{0,2}(raw|w)?(mem(cmp|chr|rchr|mem|eq|bcmp)|"
	  "str(n?"
	  "(case)?cmp|n?len|chr|chrnul|rchr|str|spn|cspn|pbrk|tok|coll|"
	  "xfrm)|bcmp|index|rindex|rawmemchr|memcmpeq)|^(__GI_)?"
	  "_{0,2}(strcoll|bsearch|qsort|msort|regexec|re_search|fnmatch)"),
	N(LOADING, "^_?_?dl_|^(_start|_init|_fini|call_init|check_match|"
	  "do_lookup|init_cpu|intel_check|handle_intel|get_common_cache|"
	  "update_active|cpu_features|dl_init_cacheinfo|open_verify|open_path|"
	  "fillin_rpath|search_cache|expand_dynamic|add_name|map_doit|"
	  "elf_machine|elf_dynamic|elf_get|resolve_map|rtld_|version_check|"
	  "_?_?tunable|tunable|lookup_malloc|init_tls|security_init|"
	  "process_envvars|handle_preload|dlmopen|dlopen|dlsym|strong_"
	  "alias|allocate_dtv|_?_?tls_|update_tls|sup_|"
	  "__libc_(start|csu|main|early|setup|init)|__GI___(tunables|"
	  "libc_early|"
	  "ctype_init)|__ctype_init|__?exit|exit$|_exit|_Exit|__run_exit|"
	  "__cxa_(at|fin)|__new_exitfn|fini|add_to_global|do_preload|"
	  "\\(below main\\)|.*@plt$|_rtld|__rtld|relocate|is_trusted|is_dst|"
	  "match_symbol|cache_rpath|decompose_rpath|init_cacheinfo|"
	  "__x86_(cacheinfo|init|cpu)|cpu_list|audit_list|"
	  "__libc_(enable|alloca)|_nl_|setlocale|__gconv|locale|"
	  "lib(c|m|gcc)_ifunc|[a-z0-9_]*_ifunc|__bindtextdomain|frame_dummy|"
	  "register_tm|deregister_tm|__do_global)"),
	N(LOCKS, "^(__GI_)?_{0,3}(pthread_(mutex|rwlock|cond|spin|once|"
	  "barrier|kill_other)|sem_|lll_|futex|new_sem|futex_abstimed|"
	  "libc_lock|libc_unlock|nptl_)|futex"),
	N(SCHED, "^(__GI_)?_{0,2}(start_thread|thread_start|clone|"
	  "pthread_(create|"
	  "join|start|exit|detach|self|attr|get|set|key)|sched_|nanosleep|"
	  "clock_nanosleep|usleep|sleep|fork|vfork|posix_spawn|spawni|execve|"
	  "wait4?|waitpid|allocate_stack|create_thread)"),
	N(SYSCALL, "^(__GI_)?_{0,3}(syscall|p?read|p?write|v?open|close|lseek|"
	  "[fl]?stat|newfstat|fstatat|statx|mmap|munmap|mremap|mprotect|"
	  "madvise|"
	  "poll|ppoll|select|epoll|recv|send|accept|connect|socket|bind|listen|"
	  "getdents|ioctl|fcntl|access|unlink|rename|mkdir|getcwd|"
	  "clock_gettime|clock_getres|gettimeofday|time$|getpid|gettid|"
	  "sigaction|"
	  "sigproc|rt_sig|kill|raise|tgkill|dup|pipe|fsync|fdatasync|ftruncate|"
	  "readlink|chdir|umask|getr|setr|prctl|libc_(read|write|open|"
	  "close|send|recv|sigaction|fcntl|fork|connect|accept)|opendir|"
	  "readdir|closedir|fts|getuid|geteuid|getrandom|internal_syscall|"
	  "restore_rt|vdso|writev|readv)|_nocancel|^getenv"),
	N(EXCEPTIONS, "^(_Unwind|__cxa_|__gxx_|__gcc_|backtrace|abort|longjmp|"
	  "_?setjmp|__sigsetjmp|uw_|execute_cfa|_dl_find_object)"),
	N(MATHS, "^_*(ieee754|log|exp|pow|sin|cos|tan|asin|acos|atan|sqrt|cbrt|"
	  "fmod|floor|ceil|round|trunc|rint|nearbyint|hypot|erf|gamma|"
	  "lgamma|fabs|fma|ldexp|frexp|scalb|modf|do_sin|do_cos|reduce_sin|"
	  "reduce_and|branred|libc_fe|fe[a-z]+round|fe(get|set|hold|"
	  "update|clear|raise)|mpn_|mul_|div|udiv|umod|random|rand|srand|drand|"
	  "math_|kernel_|top[0-9]|eval|specialcase|checkint|asuint|asdouble|"
	  "zeroinfnan|sincos)|^(__)?(do_)?sincos|_fma[0-9]?$"),
	N(BUILTIN, "^_?_?(IO_|[vsnfd]*w?printf|[vsf]*scanf|fopen|fclose|fread|"
	  "fwrite|fput|fget|putc|puts|getc|ungetc|fflush|fseek|ftell|setvbuf|"
	  "getline|getdelim|new_do_write|printf_|outstring|itoa|_itoa|strto|"
	  "ato[ifl]|isoc99|strtol|strtod|strerror|perror|toupper|tolower|"
	  "is[a-z]+$|ctype|mbrto|wcrto|mbs|wcs|btowc|strftime|mktime|localtime|"
	  "gmtime|tz|timegm|getopt|hash|obstack|argz|GI__IO|libio|fileno|"
	  "errno_location|sysconf|getpagesize|getpw|getgr|nss|inet_|ntoh|hton|"
	  "gethost|getaddr|freeaddr|res_|buffered_vfprintf|adjust_wide|"
	  "overflow|underflow|flush|cleanup|group_number|round_and_return|"
	  "str_to_mpn|GI_(___printf|__strto|_*errno))"),
};

/* A kernel function that matches none of these rules counts as work of its
   caller, so the rules need only name functions near the entry points. */
static const struct runtime_rule kernel_rules[] = {
	N(PAGES, "page_fault|^(handle_mm_fault|do_anonymous|do_fault|do_wp|"
	  "do_cow|filemap_map|next_uptodate|clear_page|clear_huge|"
	  "do_read_fault|set_pte)"),
	N(LOCKS, "spin_(un)?lock|^(mutex_|rwsem_|down_|up_|osq_|"
	  "__mutex|native_queued|queued_spin|futex|do_futex|__x64_sys_futex|"
	  "__futex|lockref|rt_mutex|__raw_callee_save___pv)"),
	N(SCHED, "^(schedule|__schedule|finish_task|pick_next|try_to_wake|"
	  "ttwu|enqueue_(task|entity)|dequeue_(task|entity)|update_(curr|load|"
	  "cfs|rq)|select_task|context_switch|switch_(to|mm)|sched_|"
	  "__switch|wake_up|default_wake|io_schedule|load_balance|newidle|"
	  "ret_from_fork|kthread|worker_thread|process_one_work|"
	  "do_task_dead|put_prev|set_next|prepare_task|yield)"),
	N(IDLE, "^(default_idle|cpuidle|intel_idle|do_idle|native_safe_halt|"
	  "mwait_idle|acpi_idle|cpu_startup_entry|acpi_safe_halt|poll_idle|"
	  "pv_native_safe_halt|start_secondary|arch_cpu_idle)"),
	N(MOVES, "^(_?copy_(to|from|user|in)|copy_user|rep_(movs|stos)|"
	  "__?copy|(__|__pi_)?mem(cpy|move|set)|clear_user|copy_page|"
	  "csum_partial_copy)"),
	N(ALLOC, "^(k[mzv]*alloc|kfree|kmem_cache|__kmalloc|__kmem|slab|"
	  "___slab|__slab|alloc_pages|__alloc_pages|__alloc_frozen|get_page_"
	  "from|rmqueue|__free_pages|free_unref|free_pages|vmalloc|"
	  "kvmalloc|mas_alloc|radix_tree_node_alloc)"),
	N(PROFILER, "^_*(perf_|intel_pmu|x86_pmu|bpf_)"),
	N(SYSCALL, "^(entry_SYSCALL|do_syscall|x64_sys|__x64_sys|__ia32_sys|"
	  "__arm64_sys|__se_sys|ksys|el0_svc|el0t_64|syscall_|vfs_|"
	  "__vdso|asm_sysvec|asm_exc|asm_common|sysvec|exc_|irq|__irq|"
	  "handle_irq|do_softirq|__do_softirq|handle_softirqs|common_interrupt|"
	  "hrtimer|tick_|native_write_msr)"),
};

/* clang-format on */

#define RULES_OF(runtime, rules, verified) \
	[runtime] = { rules, COUNT_OF(rules), verified }
static const struct {
	const struct runtime_rule *rule;
	size_t n;
	const char *verified; /* versions and sources of the names */
} tables[RUNTIMES] = {
	RULES_OF(RUNTIME_GO, go_rules,
		"Go 1.26, on CPU and heap profiles"),
	RULES_OF(RUNTIME_JVM, jvm_rules,
		"OpenJDK 17 and 25, with async-profiler 4.2"),
	RULES_OF(RUNTIME_V8, v8_rules,
		"Node.js 20, on CPU and heap profiles"),
	RULES_OF(RUNTIME_PYTHON, python_rules,
		"CPython 3.11, with cProfile, py-spy and Austin"),
	RULES_OF(RUNTIME_RUBY, ruby_rules,
		"Ruby, with stackprof 0.2"),
	RULES_OF(RUNTIME_DOTNET, dotnet_rules,
		"names from the sources of .NET 8, untried"),
	RULES_OF(RUNTIME_RUST, rust_rules,
		"Rust 1.95, with perf"),
	RULES_OF(RUNTIME_LIBC, libc_rules,
		"glibc 2.36, with perf, gperftools and callgrind"),
	RULES_OF(RUNTIME_KERNEL, kernel_rules,
		"Linux 6.18, with perf"),
};

enum { MOST_RULES = 24 };

struct runtimes {
	struct regexp *match[RUNTIMES][MOST_RULES]; /* NULL: not compiled */
};

const char *
runtime_name(enum runtime runtime)
{
	static const char *const names[RUNTIMES] = { "", "Go", "Java",
		"JavaScript", "Python", "Ruby", ".NET", "PHP", "Rust", "libc",
		"kernel" };

	return names[runtime];
}

const char *
runtime_kind_name(enum runtime_kind kind)
{
#define RUNTIME_KIND_NAME(id, word, name) name,
	static const char *const names[RKINDS] = { RUNTIME_KIND_ROWS(
		RUNTIME_KIND_NAME) };

	return names[kind];
}

const char *
runtime_kind_word(enum runtime_kind kind)
{
#define RUNTIME_KIND_WORD(id, word, name) word,
	static const char *const words[RKINDS] = { RUNTIME_KIND_ROWS(
		RUNTIME_KIND_WORD) };

	return words[kind];
}

const char *
runtime_verified(enum runtime runtime)
{
	return tables[runtime].verified;
}

enum runtime_kind
runtime_usual_kind(enum runtime runtime)
{
	switch (runtime) {
	case RUNTIME_PYTHON:
	case RUNTIME_RUBY:
	case RUNTIME_PHP:
		return RKIND_INTERPRETER;
	case RUNTIME_V8:
		return RKIND_BUILTIN;
	case RUNTIME_KERNEL:
		return RKIND_SYSCALL;
	default:
		return RKIND_OTHER;
	}
}

struct runtimes *
runtimes_new(void)
{
	return xcalloc(1, sizeof(struct runtimes));
}

void
runtimes_free(struct runtimes *r)
{
	if (r == NULL)
		return;
	for (int i = 0; i < RUNTIMES; i++)
		for (int k = 0; k < MOST_RULES; k++)
			regexp_free(r->match[i][k]);
	free(r);
}

enum runtime_kind
runtimes_kind(struct runtimes *r, enum runtime runtime, struct str name,
	struct str file)
{
	assert(tables[runtime].n <= MOST_RULES);
	for (size_t i = 0; i < tables[runtime].n; i++) {
		const struct runtime_rule *rule = &tables[runtime].rule[i];
		struct regexp **m = &r->match[runtime][i];
		struct err err = ERR_INIT;

		if (*m == NULL)
			*m = regexp_new(str_c(rule->pattern), NULL, &err);
		assert(*m != NULL); /* the patterns always compile */
		if (regexp_str(*m, rule->by_file ? file : name))
			return (enum runtime_kind)rule->kind;
	}
	return RKIND_OTHER;
}
