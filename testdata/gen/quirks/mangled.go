// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "fmt"

// named lists profiles with names that pprof makes readable.
func named() []quirk {
	return []quirk{
		{"cxx.pb.gz", "C++ functions under their linkers' names", func() []byte { return ofNames(cxxNames).encode() }},
		{"rust.pb.gz", "Rust functions of both manglings", func() []byte { return ofNames(rustNames).encode() }},
		{"readable.pb.gz", "no linkers' names, but some look like C++", func() []byte { return ofNames(readableNames).encode() }},
		{"mixed.pb.gz", "names that differ from the system's, are empty, or become equal", mixed},
		{"dropped.pb.gz", "drop_frames and keep_frames that match readable names only", func() []byte {
			p := ofNames([]string{"_ZN2ns5allocEm", "_ZN2ns5allocEi", "_ZN2ns8allocateEv", "_ZN2ns4keepEv", "_ZN2ns4workEv"})
			p.drop, p.keep = "ns::alloc.*", "ns::allocate"
			return p.encode()
		}},
		{"inlined.pb.gz", "locations of several mangled functions; labels", inlined},
	}
}

const namedHead = `Profiles with names that pprof makes readable, written by ../gen/quirks.

`

// mangled adds a function whose two names are the same.
func mangled(p *prof, name string) uint64 {
	f := p.fn(name, "", 0)
	p.funcs[f-1].file = fmt.Sprintf("src/%d.cc", f%5)
	return f
}

// ofNames makes a profile in which each function calls the next two.
func ofNames(names []string) *prof {
	p := newProf("samples/count")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	var locs []uint64
	for i, name := range names {
		f := mangled(p, name)
		locs = append(locs, p.loc(1, 0x400100+uint64(i)*16, line{f, int64(i + 1), 0}))
	}
	n := len(locs)
	for i := range locs {
		stack := []uint64{locs[i], locs[(i+1)%n], locs[(i+2)%n], locs[i/3]}
		p.add(stack, nil, int64(1000-i*i%887))
		p.add(stack[1:], nil, int64(i+3))
	}
	return p
}

func inlined() []byte {
	p := newProf("samples/count", "cpu/nanoseconds")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	for i := 0; i+3 < len(cxxNames); i += 3 {
		a, b := mangled(p, cxxNames[i]), mangled(p, cxxNames[i+1])
		c, d := mangled(p, cxxNames[i+2]), mangled(p, rustNames[i%len(rustNames)])
		addr := 0x400100 + uint64(i)*16
		in := p.loc(1, addr, line{a, int64(i), 0}, line{b, 10, 0})
		out := p.loc(1, addr+4, line{c, 7, 0}, line{d, int64(20 + i), 0})
		p.add([]uint64{in, out}, []label{str("k", fmt.Sprint(i%4))}, int64(40+i), int64(i)*1000)
		p.add([]uint64{out}, nil, int64(i+1), 5)
	}
	return p.encode()
}

func mixed() []byte {
	p := newProf("samples/count")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	rows := []struct{ name, system string }{
		{"foo::bar", "_ZN3foo3barEi"}, {"_ZN3foo3barEi", "_ZN3foo3barEi"}, {"", "_ZN3foo3barEd"},
		{"_ZN3foo3barEi", ""}, {"", ""}, {"", "plain"}, {"plain", "plain"}, {"other<int>(char)", "plain"},
		{"other<int>(char)", ""}, {"other<int>(char)", "other<int>(char)"}, {"_RNvC1a1b", "_RNvC1a1c"},
		{"<lambda(int)>", "<lambda(int)>"}, {"_Z1fi", "_Z1fd"}, {"f", "_Z1fi"}, {"_Z1fi", "_Z1fi"},
		{"_Z1fd", "_Z1fd"}, {"_Z1fIiEvT_", "_Z1fIiEvT_"}, {"a::(b)::c", "_a::(b)::c"}, {"", "<>"},
	}
	var locs []uint64
	for i, r := range rows {
		f := mangled(p, r.name)
		p.funcs[f-1].system = r.system
		locs = append(locs, p.loc(1, 0x400100+uint64(i)*16, line{f, int64(i + 1), 0}))
	}
	for i, l := range locs {
		p.add([]uint64{l, locs[(i+7)%len(locs)]}, nil, int64(100-i*3))
	}
	return p.encode()
}

var cxxNames = []string{
	"_ZL10parseFieldIhXadL_ZN17amd_kernel_code_t25kernarg_segment_alignmentEEEEbRS0_RN4llvm11MCAsmParserERNS2_11raw_ostreamE",
	"_ZL10parseFieldItXadL_ZN17amd_kernel_code_t20wavefront_sgpr_countEEEEbRS0_RN4llvm11MCAsmParserERNS2_11raw_ostreamE",
	"_ZL10printFieldItXadL_ZN17amd_kernel_code_t19reserved_sgpr_firstEEEEvN4llvm9StringRefERKS0_RNS1_11raw_ostreamE",
	"_ZL10printFieldItXadL_ZN17amd_kernel_code_t19reserved_vgpr_countEEEEvN4llvm9StringRefERKS0_RNS1_11raw_ostreamE",
	"_ZL13DecodeMVEVCMPILb1EXadL_ZL33DecodeRestrictedSPredicateOperandRN4llvm6MCInstEjmPKvEEENS0_14MCDisassembler12DecodeStatusES2_jmS4_",
	"_ZL13parseBitFieldIjXadL_ZN17amd_kernel_code_t15code_propertiesEEELi9ELi1EEbRS0_RN4llvm11MCAsmParserERNS2_11raw_ostreamE",
	"_ZN10x265_12bit10BitCounter14writeAlignZeroEv",
	"_ZN12_GLOBAL__N_113MipsAsmParser25checkTargetMatchPredicateERN4llvm6MCInstE",
	"_ZN12_GLOBAL__N_113X86AsmBackend21shouldForceRelocationERKN4llvm11MCAssemblerERKNS1_7MCFixupERKNS1_7MCValueE",
	"_ZN13TrcPktProcStm10stmPktFExtEv",
	"_ZN17componentAttachPtI14IPktRawDataMonI14EtmV3TrcPacketEE12num_attachedEv",
	"_ZN20CustomDecoderWrapperC2Ev",
	"_ZN21AADereferenceableImpl8getStateEv",
	"_ZN33AMDGPUPostLegalizerCombinerHelper17matchRcpSqrtToRsqERN4llvm12MachineInstrERSt8functionIFvRNS0_16MachineIRBuilderEEE",
	"_ZN4llvm10FreezeInstC2EPNS_5ValueERKNS_5TwineEPNS_11InstructionE",
	"_ZN4llvm10MCStreamer25getAssociatedPDataSectionEPKNS_9MCSectionE",
	"_ZN4llvm10RegionBaseINS_12RegionTraitsINS_15MachineFunctionEEEE6blocksEv",
	"_ZN4llvm10sampleprof25SampleProfileWriterBinary15writeContextIdxERKNS0_13SampleContextE",
	"_ZN4llvm11DINamespaceC2ERNS_11LLVMContextENS_8Metadata11StorageTypeEbNS_8ArrayRefIPS3_EE",
	"_ZN4llvm12DIExpression24createFragmentExpressionEPKS0_jj",
	"_ZN4llvm12PPCInstrInfoC2ERNS_12PPCSubtargetE",
	"_ZN4llvm12PatternMatch12MaxMin_matchINS_8ICmpInstENS0_14specificval_tyENS0_11class_matchINS_5ValueEEENS0_12smax_pred_tyELb1EE5matchIS5_EEbPT_",
	"_ZN4llvm12StateWrapperINS_2AA11PointerInfo5StateENS_13AAPointerInfoEJEED2Ev",
	"_ZN4llvm12_GLOBAL__N_130VRN2M1_with_sub_vrm1_0_in_VMV0E",
	"_ZN4llvm12_GLOBAL__N_193SGPR_1024_with_sub2_sub3_in_Gfx_CCR_SGPR_64_and_SGPR_1024_with_sub24_sub25_in_Gfx_CCR_SGPR_64E",
	"_ZN4llvm12function_refIFbRNS_11InstructionEEE11callback_fnIZN16AAIsDeadReturned8manifestERNS_10AttributorEEUlS2_E_EEblS2_",
	"_ZN4llvm13slpvectorizer7BoUpSLP15BlockScheduling16cancelSchedulingENS_8ArrayRefIPNS_5ValueEEES5_",
	"_ZN4llvm14OptimizePHIsIDE",
	"_ZN4llvm15CodeViewContextC2Ev",
	"_ZN4llvm15NVPTXAsmPrinter34setAndEmitFunctionVirtualRegistersERKNS_15MachineFunctionE",
	"_ZN4llvm15ReassociatePass23buildMinimalMultiplyDAGERNS_13IRBuilderBaseERNS_15SmallVectorImplINS_11reassociate6FactorEEE",
	"_ZN4llvm15VerifierSupport11CheckFailedIPNS_17InsertElementInstEJEEEvRKNS_5TwineERKT_DpRKT0_",
	"_ZN4llvm17AArch64GISelUtils25changeFCMPPredToAArch64CCENS_7CmpInst9PredicateERNS_9AArch64CC8CondCodeES5_",
	"_ZN4llvm17JSONScopedPrinter11printNumberENS_9StringRefERKNS_6APSIntE",
	"_ZN4llvm17MCWinCOFFStreamer13emitThumbFuncEPNS_8MCSymbolE",
	"_ZN4llvm18MipsSERegisterInfoD0Ev",
	"_ZN4llvm19ARMGenSubtargetInfoC2ERKNS_6TripleENS_9StringRefES4_S4_",
	"_ZN4llvm19TargetTransformInfo5ModelINS_12XCoreTTIImplEE26shouldBuildRelLookupTablesEv",
	"_ZN4llvm22WebAssemblyInstPrinterD0Ev",
	"_ZN4llvm24VPWidenCanonicalIVRecipeD0Ev",
	"_ZN4llvm3pdb17InfoStreamBuilder12setSignatureEj",
	"_ZN4llvm3sys4path14root_directoryENS_9StringRefENS1_5StyleE",
	"_ZN4llvm4Mips12LO32RegClassE",
	"_ZN4llvm5cflaa14getAttrUnknownEv",
	"_ZN4llvm8DenseMapINS_8RegisterENS_6detail13DenseSetEmptyENS_12DenseMapInfoIS1_vEENS2_12DenseSetPairIS1_EEE16shrink_and_clearEv",
	"_ZN4llvm8codeview20DebugLinesSubsection8setFlagsENS0_9LineFlagsE",
	"_ZN4llvm8codeview7consumeERNS_18BinaryStreamReaderERNS_6APSIntE",
	"_ZN4llvm9SetVectorINS_9StringRefENS_11SmallVectorIS1_Lj8EEENS_13SmallDenseSetIS1_Lj8ENS_12DenseMapInfoIS1_vEEEEE6insertERKS1_",
	"_ZN4llvmL101SGPR_224_with_sub0_sub1_sub2_sub3_sub4_sub5_in_SGPR_192_with_sub4_sub5_in_Gfx_CCR_SGPR_64SubClassMaskE",
	"_ZN4x26511g_nextStateE",
	"_ZN4x26513x265_exp2_lutE",
	"_ZN4x2657Encoder16finishFrameStatsEPNS_5FrameEPNS_12FrameEncoderEP16x265_frame_statsi",
	"_ZN5clang20CodeCompletionString5ChunkC1ENS0_9ChunkKindEPKc",
	"_ZN5clang20WarnUnusedResultAttr6CreateERNS_10ASTContextEN4llvm9StringRefERKNS_19AttributeCommonInfoE",
	"_ZN5clang6Parser19ParseCastExpressionENS0_13CastParseKindEbRbNS0_13TypeCastStateEbPb",
	"_ZN5clang6interp15ByteCodeEmitter9jumpFalseERKj",
	"_ZN5clang9ASTWriterD2Ev",
	"_ZN6gnutls9dh_paramsaSERKS0_",
	"_ZN6google8protobuf29BytesValueDefaultTypeInternalD1Ev",
	"_ZN6google8protobuf4util8TimeUtil21DurationToNanosecondsERKNS0_8DurationE",
	"_ZN6google8protobuf4util9converter24GetDoubleOptionOrDefaultERKNS0_16RepeatedPtrFieldINS0_6OptionEEENS0_20stringpiece_internal11StringPieceEd",
	"_ZN6google8protobuf7strings15LimitByteSourceD2Ev",
	"_ZN6google8protobuf8compiler3cpp20StringFieldGeneratorD1Ev",
	"_ZN6icu_7217TimeZoneNamesImpl24_getAvailableMetaZoneIDsERKNS_13UnicodeStringER10UErrorCode",
	"_ZN9srchilite10TextStylesC2Ev",
	"_ZNK4Json5Value4sizeEv",
	"_ZNK4llvm12PPCInstrInfo22convertToImmediateFormERNS_12MachineInstrEPPS1_",
	"_ZNK4llvm13slpvectorizer7BoUpSLP17collectUserStoresEPKNS1_9TreeEntryE",
	"_ZNK4llvm18TargetLoweringBase34getDefaultSafeStackPointerLocationERNS_13IRBuilderBaseEb",
	"_ZNK4llvm19MachineTraceMetrics8Ensemble18getHeightResourcesEPKNS_17MachineBasicBlockE",
	"_ZNK4llvm20AMDGPUTargetLowering20storeStackInputValueERNS_12SelectionDAGERKNS_5SDLocENS_7SDValueES6_l",
	"_ZNK4llvm3pdb9DbiStream32createIndexedStreamForHeaderTypeEPNS0_7PDBFileENS0_13DbgHeaderTypeE",
	"_ZNK4llvm6APSInt7ProfileERNS_16FoldingSetNodeIDE",
	"_ZNK4llvm6detail9PassModelINS_6ModuleENS_12VerifierPassENS_17PreservedAnalysesENS_15AnalysisManagerIS2_JEEEJEE10isRequiredEv",
	"_ZNK4llvm6object7ELFFileINS0_7ELFTypeILNS_7support10endiannessE0ELb1EEEE5relrsERKNS0_13Elf_Shdr_ImplIS5_EE",
	"_ZNK4llvm8codeview26DebugStringTableSubsection4sizeEv",
	"_ZNK5clang13AllocSizeAttr11printPrettyERN4llvm11raw_ostreamERKNS_14PrintingPolicyE",
	"_ZNK6google8protobuf8internal11AnyMetadata16InternalUnpackToENS0_20stringpiece_internal11StringPieceEPNS0_11MessageLiteE",
	"_ZNK6icu_7217RuleBasedCollator10getSortKeyERKNS_13UnicodeStringEPhi",
	"_ZNKSs6lengthEv",
	"_ZNKSt7__cxx118messagesIcE5closeEi",
	"_ZNKSt7codecvtIDsc11__mbstate_tE5do_inERS0_PKcS4_RS4_PDsS6_RS6_",
	"_ZNSt4pairIKmN4llvm28WholeProgramDevirtResolutionEEC2ERKS3_",
	"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_replaceEmmPKcm",
	"_ZNSt8ios_base9basefieldE",
	"_ZSt21__inplace_stable_sortIPN5clang6format17JsModuleReferenceEN9__gnu_cxx5__ops15_Iter_less_iterEEvT_S7_T0_",
	"_ZSt9__find_ifIPN4llvm4SDepEN9__gnu_cxx5__ops16_Iter_equals_valIKS1_EEET_S8_S8_T0_St26random_access_iterator_tag",
	"_ZTIN12_GLOBAL__N_118ErrorErrorCategoryE",
	"_ZTIN12_GLOBAL__N_122PPCTargetMachOStreamerE",
	"_ZTIN4llvm2cl3optINS_15FunctionSummary23ForceSummaryHotnessTypeELb1ENS0_6parserIS3_EEEUlRKS3_E_E",
	"_ZTIN5clang12ast_matchers8internal24ForEachDescendantMatcherINS_22NestedNameSpecifierLocENS_4StmtEEE",
	"_ZTIZN12_GLOBAL__N_120AArch64MIPeepholeOpt8visitANDIjEEbjRN4llvm12MachineInstrERNS2_14SmallSetVectorIPS3_Lj8EEEEUlS4_jjjNS2_8RegisterES9_S9_E_",
	"_ZTIZN12_GLOBAL__N_132FunctionSpecializationLegacyPass11runOnModuleERN4llvm6ModuleEEUlRNS1_8FunctionEE_",
	"_ZTIZN5clang6interp15ByteCodeExprGenINS0_11EvalEmitterEE22visitGlobalInitializerEPKNS_4ExprEjEUlvE_",
	"_ZTIZNK5clang15LocationContext9printJsonERN4llvm11raw_ostreamEPKcjbSt8functionIFvPKS0_EEEd_UlS8_E_",
	"_ZTS12AANoFreeImpl",
	"_ZTSN4llvm22R600GenMCSubtargetInfoE",
	"_ZTSN4llvm2cl4listINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEbNS0_6parserIS7_EEEUlRKS7_E_E",
	"_ZTSZNK4llvm12GenericCycleINS_17GenericSSAContextINS_15MachineFunctionEEEE5printERKS3_EUlRNS_11raw_ostreamEE_",
	"_ZTVN4llvm2cl15OptionValueCopyINS_14CallSiteFormat6FormatEEE",
	"_ZTVN5clang12ast_matchers8internal10HasMatcherINS_7TypeLocENS_18CXXCtorInitializerEEE",
	"_ZTVSt23_Sp_counted_ptr_inplaceIN5polly20ReportVariantBasePtrESaIvELN9__gnu_cxx12_Lock_policyE2EE",
	"_ZZN12_GLOBAL__N_118ControlFlowHoister23getOrCreateHoistedBlockEPN4llvm10BasicBlockEENKUlS3_E_clES3_",
	"_ZZN23AAValueSimplifyReturned10updateImplERN4llvm10AttributorEENKUlRNS0_5ValueEE_clES4_",
	"_ZZN4llvmL30GPRwithZRGetRawAllocationOrderERKNS_15MachineFunctionEE9AltOrder2",
	"_ZZZN4llvm17TimeTraceProfiler5writeERNS_17raw_pwrite_streamEENKUlPKcmNS_9StringRefEE_clES4_mS5_ENKUlvE_clEv",
	"_ZN3foo3barEi",
	"__ZN3foo3barEi",
	"_ZN3foo3barEi.cold",
	"_ZN3foo3barEiGARBAGE",
	"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
	"_ZNKSt4lessIiEclERKiS2_",
	"_ZN1AcvT_IiEEv",
	"_ZZN1A1fEiENKUliE_clEi",
	"_ZNSt8functionIFviEEaSERKS1_",
	"_Z1fIJEEvDpT_",
	"_ZN1AIJEE1BIS_IJEEEE",
	"_ZN5boost6detail1fB5cxx11Ev",
	"_ZThn16_N1A1fEv",
	"___Z3foov_block_invoke_2",
	"_GLOBAL__I_foo",
	"_GLOBAL__sub_I_main.cc",
	"_GLOBAL__I__ZN3foo3barEv",
	"_ZN6icu_728numparse4impl16NumberParserImplUt_C1Ev",
	"_ZN3foo3barEd",
	"_ZN3foo3barEi.part.0",
	"_ZN3foo3barEi.constprop.0.isra.0",
}

var rustNames = []string{
	"_RINvMNtCsgEmfK2I1SDS_4core3stre18trim_start_matchesReECsgY6Mt91CT9J_14rustc_demangle",
	"_RINvMs9_NtCsaq0EfEBiLW7_12rustc_errors10diagnosticNtB6_9DiagInner3argReNtNtCslNYArtu3iFV_5alloc6string6StringECslKGqiwnqz1t_17rustc_codegen_ssa",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeINtNtCslNYArtu3iFV_5alloc3vec3VechEECsjrHSEGnQ3l9_3std",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtCs61nHkvlE5qF_9rustc_ast3ast13AssocItemKindECsaLBsNTKQP2p_11rustc_parse",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtCsjrHSEGnQ3l9_3std7process6OutputECslKGqiwnqz1t_17rustc_codegen_ssa",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtCslNYArtu3iFV_5alloc6string6StringECs5J0Gclj9wIe_13rustc_feature",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtNtCsduwmD7cSIQq_5gimli4read6abbrev18AbbreviationsCacheECsjrHSEGnQ3l9_3std",
	"_RINvNtCsgEmfK2I1SDS_4core3ptr13drop_in_placeNtNtNtCsjrHSEGnQ3l9_3std2io5error5ErrorEBM_",
	"_RINvNtNtCsgEmfK2I1SDS_4core4sync6atomic12atomic_storeOuECskK7mfDs1mzF_1m",
	"_RNCNCNvNtNtCshek8c565Rq6_18rustc_attr_parsing7context5early17ATTRIBUTE_PARSERS0s1Y_0B9_",
	"_RNCNvNtNtCs5FxD4tM6viY_14rustc_metadata5rmeta7encoder15encode_metadatas0_0B7_",
	"_RNvMCs1DiEx6jppXl_9crc32fastNtB2_6Hasher16new_with_initial",
	"_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String18from_utf16be_lossy",
	"_RNvMNtNtCs1JQOruJCR77_18rustc_hir_analysis15hir_ty_lowering9dyn_traitDNtB4_12HirTyLowererEL_37prohibit_or_lint_bare_trait_object_ty",
	"_RNvMNtNtCsinGEydwIUu5_5gimli5write2opNtB2_10Expression13op_deref_size",
	"_RNvMNtNtNtCsdadwybgsbvk_12rustc_middle2ty13inhabitedness19inhabited_predicateNtB2_18InhabitedPredicate19apply_ignore_module",
	"_RNvMs0_NtCsaLBsNTKQP2p_11rustc_parse6parserNtB5_6Parser18parse_ident_common.warm",
	"_RNvMs2_NtNtCsgEmfK2I1SDS_4core3num6bignumNtB5_8Big32x406digits",
	"_RNvMs3_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVecNtNtCsky3OKBjr922_21rustc_symbol_mangling2v011BinderLevelE8grow_oneBQ_",
	"_RNvMs3_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVecNtNtNtCsairCCGeQF1y_12rustc_expand3mbe11macro_rules8TtHandleE8grow_oneBS_",
	"_RNvMs3_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVecNtNtNtCsjargyg6XnQl_16rustc_hir_typeck7fn_ctxt10arg_matrix5ErrorE8grow_oneBS_",
	"_RNvMs5_CsimgQlNTiecc_13rustc_privacyNtB5_14EmbargoVisitor12check_def_id.cold",
	"_RNvMs_NtCsjyvvofjlheH_10rustc_span10source_mapNtB4_9SourceMap16load_binary_file",
	"_RNvMs_NtCsjyvvofjlheH_10rustc_span10source_mapNtB4_9SourceMap25span_to_diagnostic_string",
	"_RNvMs_NtNtCs45WvbsGkPGw_15icu_collections10char16trie4trieNtB4_18Char16TrieIterator6next16",
	"_RNvNtCsgEmfK2I1SDS_4core9panicking19panic_cannot_unwind",
	"_RNvNtNtCs1JQOruJCR77_18rustc_hir_analysis5check11compare_eii26compare_eii_function_types",
	"_RNvNtNtCsdadwybgsbvk_12rustc_middle7queries16__description_fns24lookup_deprecation_entry",
	"_RNvNtNtCsfhTr2ijyTAe_16rustc_query_impl10query_impl20has_ffi_unwind_calls21query_key_hash_verify.llvm.15520300481698896969",
	"_RNvNtNtCsfhTr2ijyTAe_16rustc_query_impl10query_impl7ty_span20encode_query_results.llvm.15520300481698896969",
	"_RNvNtNtCsicE95TKLf54_9twox_hash4xxh34sse212scramble_acc",
	"_RNvNtNtNtCsfhTr2ijyTAe_16rustc_query_impl10query_impl17check_mod_privacy18execute_query_incr26___rust_end_short_backtrace.cold",
	"_RNvNtNtNtCsfhTr2ijyTAe_16rustc_query_impl10query_impl8mir_keys22execute_query_non_incr26___rust_end_short_backtrace.cold",
	"_RNvNvMs_NtNtNtCs4Al3Pcq2HqC_11rustc_infer5infer8outlives11obligationsINtB6_12TypeOutlivespE21param_ty_must_outlive10___CALLSITE",
	"_RNvXNtCsjrHSEGnQ3l9_3std2ioNtB2_5GuardNtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4drop",
	"_RNvXNvNtNtCsfqPBR87PSkx_9rustc_hir5attrs15data_structuress1G_1__NtB4_15DebugVisualizerNtNtB6_15pretty_printing14PrintAttribute15print_attribute",
	"_RNvXs0_NtCs6mNkMfao1uC_12aho_corasick3dfaNtB5_3DFANtNtB7_9automaton9Automaton8is_start",
	"_RNvXs1g_NtCsgEmfK2I1SDS_4core3fmtRNtNtCs61nHkvlE5qF_9rustc_ast3ast7EnumDefNtB6_5Debug3fmtCsaLBsNTKQP2p_11rustc_parse",
	"_RNvXs1g_NtCsgEmfK2I1SDS_4core3fmtRNtNtCs61nHkvlE5qF_9rustc_ast3ast7ModKindNtB6_5Debug3fmtCsiH6QV7Xwgb9_16rustc_const_eval",
	"_RNvXs1g_NtCsgEmfK2I1SDS_4core3fmtRNtNtCskYKobW0iQf9_12rustc_target3asm17InlineAsmRegClassNtB6_5Debug3fmtCsinF5g6UsZRS_12rustc_public",
	"_RNvXs1i_NtCsgEmfK2I1SDS_4core3fmtReNtB6_7Display3fmtB8_",
	"_RNvXs3_NtNtCsfqPBR87PSkx_9rustc_hir5attrs15pretty_printingNtNtCsjrHSEGnQ3l9_3std4path7PathBufNtB5_14PrintAttribute15print_attribute",
	"_RNvXs4_NtNtCsgEmfK2I1SDS_4core4iter5rangeINtNtNtB9_3ops5range5RangexENtNtNtB7_6traits8iterator8Iterator9size_hintCskK7mfDs1mzF_1m",
	"_RNvXs9_NtNtCs5wpeUTfK1SV_14regex_automata3dfa7onepassNtB5_10TransitionNtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmt",
	"_RNvXsF_NtNtCsgEmfK2I1SDS_4core4iter5rangejNtB5_4Step17forward_uncheckedCskK7mfDs1mzF_1m",
	"_RNvXsX_NtNtCsgEmfK2I1SDS_4core3fmt3numyNtB7_5Debug3fmt",
	"_RNvXs_NtCselooBRvAVYV_20rustc_builtin_macros8cfg_evalNtB4_7CfgEvalNtNtCs61nHkvlE5qF_9rustc_ast9mut_visit10MutVisitor16flat_map_variant.cold",
	"_RNvXsq_NtCslNYArtu3iFV_5alloc3vecINtB5_3VecNtNtB7_6string6StringENtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmtCsaq0EfEBiLW7_12rustc_errors",
	"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h4b3ceedd8a31b4cbE",
	"_ZN12_GLOBAL__N_18c_localeE",
	"_ZN1m5inner4deep1f17h848dbb6e01e38874E",
	"_ZN3std11collections4hash3map20HashMap$LT$K$C$V$GT$3new17h5e063449401d36a4E",
	"_ZN3std2io5Write9write_fmt17ha8966b792a457525E",
	"_ZN3std4sync4mpmc4list16Channel$LT$T$GT$8is_empty17hcf732a89a498d6dfE",
	"_ZN3std4sync4mpmc4zero16Channel$LT$T$GT$4send17h0fb2581201f8fb52E",
	"_ZN3std4sync4mpmc5utils7Backoff10spin_heavy17h79254d6a4eb23190E",
	"_ZN3std4sync4mpmc7context7Context4with17hec957f55f85a0de8E",
	"_ZN3std4sync4mpmc7counter17Receiver$LT$C$GT$7release17h85c259a4de7add3bE",
	"_ZN3std6thread9lifecycle15spawn_unchecked17hef9d18b1dada1e7dE",
	"_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17hfd3d972c3c26b208E",
	"_ZN4core3ops8function6FnOnce40call_once$u7b$$u7b$vtable.shim$u7d$$u7d$17he048bf7a9141ad50E",
	"_ZN4core3ptr101drop_in_place$LT$std..io..error..ErrorData$LT$alloc..boxed..Box$LT$std..io..error..Custom$GT$$GT$$GT$17h4aa5773e5adcdbeeE",
	"_ZN4core3ptr52drop_in_place$LT$std..sync..mpmc..context..Inner$GT$17h2dee7f5f9f061334E",
	"_ZN4core3ptr73drop_in_place$LT$alloc..vec..Vec$LT$std..sync..mpmc..waker..Entry$GT$$GT$17hbbb15a5b9a9e1e9fE",
	"_ZN4core3ptr91drop_in_place$LT$alloc..sync..Arc$LT$std..thread..lifecycle..Packet$LT$$LP$$RP$$GT$$GT$$GT$17h7c837d81feab1eabE",
	"_ZN4core4hash11BuildHasher8hash_one17hcbd59aa86f07cd27E",
	"_ZN4core4hash3sip9u8to64_le17h1d9c8ee416eb28a6E",
	"_ZN4core4hash6Hasher11write_usize17hd16a015d613a4a08E",
	"_ZN4core4hash6Hasher19write_length_prefix17hef11dec9db0d4be0E",
	"_ZN4core4hint21unreachable_unchecked18precondition_check17h8fda26311a53c8c4E",
	"_ZN4core4iter6traits8iterator8Iterator7collect17h27acef24d111c31cE",
	"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17h51f2a4efeb1c2a88E",
	"_ZN4core4sync6atomic12atomic_store17h839b4f41327e43f1E",
	"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$7reverse17h5d6ef50ad6cc71daE",
	"_ZN4core5slice4sort6stable5drift4sort17he62e436ffbe71a60E",
	"_ZN4core6result19Result$LT$T$C$E$GT$6expect17hbfc5cf15bcc902e8E",
	"_ZN55_$LT$$RF$T$u20$as$u20$core..convert..AsRef$LT$U$GT$$GT$6as_ref17h192a18b56d910d2dE",
	"_ZN5alloc11collections11binary_heap23BinaryHeap$LT$T$C$A$GT$7sift_up17hceb462e42c7cb2a1E",
	"_ZN5alloc3vec16Vec$LT$T$C$A$GT$8push_mut17h87ecf2428f3d2240E",
	"_ZN5alloc4sync16Arc$LT$T$C$A$GT$9drop_slow17hed1ec4a60a2b01cbE",
	"_ZN5alloc5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$7sort_by17h30458d46c2797a6dE",
	"_ZN63_$LT$I$u20$as$u20$core..iter..traits..collect..IntoIterator$GT$9into_iter17hef79fff9e64f6a3dE",
	"_ZN70_$LT$alloc..vec..Vec$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h248316fcef266b9cE",
	"_ZN70_$LT$alloc..vec..Vec$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17ha7a860c9f7a1973eE",
	"_ZN71_$LT$core..hash..sip..Hasher$LT$S$GT$$u20$as$u20$core..hash..Hasher$GT$5write17h1256e8eecd222b03E",
	"_ZN77_$LT$alloc..raw_vec..RawVec$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17h33e97d18ef4861c1E",
	"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17h57232f59bb84566aE",
	"_ZN94_$LT$core..ops..try_trait..NeverShortCircuit$LT$T$GT$$u20$as$u20$core..ops..try_trait..Try$GT$11from_output17h94b63238fe4ca16dE",
	"_ZN9hashbrown3raw21RawTable$LT$T$C$A$GT$4find17hedf22ec195cb9982E",
	"_ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE6appendEmw",
	"_ZN5alloc3vec12Vec$LT$T$GT$3new17h02420f9f1fb66f93E",
	"_ZN4core3fmt5write17h0000000000000000E",
	"_ZN4core9core_arch3x863avx18_mm256_loadu_si25617h4dbae37c4329cd93E",
	"_RNvC1a1b",
	"_RINvNtC3std3mem8align_ofjE",
	"_RNvMC0INtC8arrayvec8ArrayVechKj7b_E3new",
	"_RNCNvC1a4main0",
	"_RNvNvNCNvC1a1f010___CALLSITE4META",
	"__RNvC1a1b",
	"_RNvC1a1b.llvm.123",
	"_R",
	"_R0NvC1a1b",
	"_RNvC1a",
	"_RNvB_1b",
}

var readableNames = []string{
	"foo::bar<int>(char)",
	"std::vector<std::pair<int, (anonymous namespace)::X> >::at(unsigned long) const",
	"operator<< <char>",
	"a<b",
	"printf",
	"std::operator<(A const&, B const&)",
	"std::x>(y)",
	"[kernel] foo(bar)",
	"com.foo.Bar$1.call(<any>)",
	"main.(*Srv).Do.Lazy[go.shape.uint32].OnceValue[go.shape.uint32].func2",
	"reflect.TypeAssert[go.shape.interface { UnmarshalJSON([]uint8) error }]",
	"main.gen[go.shape.interface { M() },go.shape.func(int) error]",
	"__invoke<main(int, char**)::<lambda()> >",
	"<lambda(int)>",
	"main.(*T).M",
	"main.(*List[go.shape.int]).Push",
	"main.F[...]",
	"java.util.Map.<init>(int)",
	"core::ops::function::FnOnce::call_once",
	"<alloc::vec::Vec<T> as core::clone::Clone>::clone",
	"a(b(c)d)e::f",
	"x::(y",
	"x::)y(z)",
	"::",
	"<>",
	"()::()",
	"void f<int>(int)",
	"_start",
	"__libc_start_main",
	"_Z",
	"_ZN",
	"__Z",
	"_",
	"get [Symbol.iterator](x)",
}
