/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/term_known.h"

#include "base/compiler.h"
#include "base/str.h"

/* Compiled descriptions in base64, without curses' prefix "b64:"; made by
   packaging/terminals. */
/* clang-format off */
static const struct {
	const char *type;
	const char *compiled;
} row[] = {
	{ "xterm-256color",
		"HgIlACYADwCdASIGeHRlcm0tMjU2Y29sb3J8eHRlcm0gd2l0aCAyNTYgY29sb3Jz"
		"AAABAAABAAAAAQAAAAABAQAAAAAAAAABAAABAAEBAAAAAAAAAAABAFAAAAAIAAAA"
		"GAAAAP____________________________________________________8AAQAA"
		"AAABAAAABAAGAAgAGQAeACYAKgAuAP__OQBKAEwAUABXAP__WQBmAP__agBuAHgA"
		"fAD_____gACEAIkAjgD__6AApQCqAP__rwC0ALkAvgDHAMsA0gD__-QA6QDvAPUA"
		"________BwH_______8ZAf__HQH_______8fAf__JAH__________ygBLAEyATYB"
		"OgE-AUQBSgFQAVYBXAFgAf__ZQH__2kBbgFzAXcBfgH__4UBiQGRAf__________"
		"__________________-ZAaIBqwH__64BtwHAAckB0gHbAeQB7QH2Af8B________"
		"CAIMAhECFgIqAjMC_____0UCSAJTAlYCWAJbArgC__-7Av__________vQLBAsUC"
		"yQLNAv_____RAv__BgP_____CgMQA_____________8WA_____________8aAx4D"
		"________________________________________________________________"
		"________________________________________________________________"
		"_____yIDKAMuAzUDPANDA0oDUgNaA2IDagNyA3oDggOKA5EDmAOfA6YDrgO2A74D"
		"xgPOA9YD3gPmA-0D9AP7AwIECgQSBBoEIgQqBDIEOgRCBEkEUARXBF4EZgRuBHYE"
		"fgSGBI4ElgSeBKUErASzBLgE________________________________________"
		"__________________-_BMoEzwTiBOYE7wT2BP__________________________"
		"__9UBf_______________________1kF________________________________"
		"_____________________18FcAX_____________________________ggX_____"
		"__-GBcUF__________________8FBv__________________________________"
		"________________________________________________________________"
		"_____________xwGHwYbW1oABwANABtbJWklcDElZDslcDIlZHIAG1szZwAbW0gb"
		"WzJKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVpJXAxJWQ7JXAyJWRIAAoAG1tIABtb"
		"PzI1bAAIABtbPzEybBtbPzI1aAAbW0MAG1tBABtbPzEyOzI1aAAbW1AAG1tNABso"
		"MAAbWzVtABtbMW0AG1s_MTA0OWgbWzIyOzA7MHQAG1sybQAbWzRoABtbOG0AG1s3"
		"bQAbWzdtABtbNG0AG1slcDElZFgAGyhCABsoQhtbbQAbWz8xMDQ5bBtbMjM7MDsw"
		"dAAbWzRsABtbMjdtABtbMjRtABtbPzVoJDwxMDAvPhtbPzVsABtbIXAbWz8zOzRs"
		"G1s0bBs-ABtbTAB_ABtbM34AG09CABtPUAAbWzIxfgAbT1EAG09SABtPUwAbWzE1"
		"fgAbWzE3fgAbWzE4fgAbWzE5fgAbWzIwfgAbT0gAG1syfgAbT0QAG1s2fgAbWzV-"
		"ABtPQwAbWzE7MkIAG1sxOzJBABtPQQAbWz8xbBs-ABtbPzFoGz0AG1s_MTAzNGwA"
		"G1s_MTAzNGgAG0UAG1slcDElZFAAG1slcDElZE0AG1slcDElZEIAG1slcDElZEAA"
		"G1slcDElZFMAG1slcDElZEwAG1slcDElZEQAG1slcDElZEMAG1slcDElZFQAG1sl"
		"cDElZEEAG1tpABtbNGkAG1s1aQAlcDElYxtbJXAyJXsxfSUtJWRiABtjG10xMDQH"
		"ABtbIXAbWz8zOzRsG1s0bBs-ABs4ABtbJWklcDElZGQAGzcACgAbTQAlPyVwOSV0"
		"GygwJWUbKEIlOxtbMCU_JXA2JXQ7MSU7JT8lcDUldDsyJTslPyVwMiV0OzQlOyU_"
		"JXAxJXAzJXwldDs3JTslPyVwNCV0OzUlOyU_JXA3JXQ7OCU7bQAbSAAJABtPdwAb"
		"T3kAG091ABtPcQAbT3MAYGBhYWZmZ2dpaWpqa2tsbG1tbm5vb3BwcXFycnNzdHR1"
		"dXZ2d3d4eHl5enp7e3x8fX1-fgAbW1oAG1s_N2gAG1s_N2wAG09FABtPRgAbT00A"
		"G1syM34AG1syNH4AG1sxOzJQABtbMTsyUQAbWzE7MlIAG1sxOzJTABtbMTU7Mn4A"
		"G1sxNzsyfgAbWzE4OzJ-ABtbMTk7Mn4AG1syMDsyfgAbWzIxOzJ-ABtbMjM7Mn4A"
		"G1syNDsyfgAbWzE7NVAAG1sxOzVRABtbMTs1UgAbWzE7NVMAG1sxNTs1fgAbWzE3"
		"OzV-ABtbMTg7NX4AG1sxOTs1fgAbWzIwOzV-ABtbMjE7NX4AG1syMzs1fgAbWzI0"
		"OzV-ABtbMTs2UAAbWzE7NlEAG1sxOzZSABtbMTs2UwAbWzE1OzZ-ABtbMTc7Nn4A"
		"G1sxODs2fgAbWzE5OzZ-ABtbMjA7Nn4AG1syMTs2fgAbWzIzOzZ-ABtbMjQ7Nn4A"
		"G1sxOzNQABtbMTszUQAbWzE7M1IAG1sxOzNTABtbMTU7M34AG1sxNzszfgAbWzE4"
		"OzN-ABtbMTk7M34AG1syMDszfgAbWzIxOzN-ABtbMjM7M34AG1syNDszfgAbWzE7"
		"NFAAG1sxOzRRABtbMTs0UgAbWzFLABtbPzY5bAAbWyVpJWQ7JWRSABtbNm4AG1s_"
		"JVs7MDEyMzQ1Njc4OV1jABtbYwAbWzM5OzQ5bQAbXTEwNAcAG100OyVwMSVkO3Jn"
		"YjolcDIlezI1NX0lKiV7MTAwMH0lLyUyLjJYLyVwMyV7MjU1fSUqJXsxMDAwfSUv"
		"JTIuMlgvJXA0JXsyNTV9JSolezEwMDB9JS8lMi4yWBtcABtbM20AG1syM20AG1s_"
		"NjloG1slaSVwMSVkcwAbWz82OWgbWyVpOyVwMSVkcwAbWzwAG1slPyVwMSV7OH0l"
		"PCV0MyVwMSVkJWUlcDElezE2fSU8JXQ5JXAxJXs4fSUtJWQlZTM4OzU7JXAxJWQl"
		"O20AG1slPyVwMSV7OH0lPCV0NCVwMSVkJWUlcDElezE2fSU8JXQxMCVwMSV7OH0l"
		"LSVkJWU0ODs1OyVwMSVkJTttABtbPzY5aBtbJWklcDElZDslcDIlZHMAG2wAG20A"
		"AgAAABMAKAD0AAEBAAAJABIAFwA3ADsAPwBDAEcASwBPAFMAVwBbAF8AYwBnAG0A"
		"cgAAAAMABgAJAAwADwASABYAGgAeACIAJgAsADIAOAA-AEQASgBQAFUAWgAbWz8y"
		"MDA0bAAbWz8yMDA0aAAbWzNKABtbPzEwMDY7MTAwMCU_JXAxJXsxfSU9JXRoJWVs"
		"JTsAG094ABtPdAAbT3YAG09yABtPRQAbT2sAG09sABtPbwAbT24AG09qABtPbQAb"
		"T3AAG1syOW0AG1s5bQAbWzwlaSVwMyVkOyVwMSVkOyVwMiVkOyU_JXA0JXRNJWVt"
		"JTsAQVgAWFQAQkQAQkUARTMAWE0Aa2EyAGtiMQBrYjMAa2MyAGtwNQBrcEFERABr"
		"cENNQQBrcERJVgBrcERPVABrcE1VTABrcFNVQgBrcFpSTwBybXh4AHNteHgAeG0A" },
	{ "screen-256color",
		"HgIrACsADwBpASkDc2NyZWVuLTI1NmNvbG9yfEdOVSBTY3JlZW4gd2l0aCAyNTYg"
		"Y29sb3JzAAABAAABAAAAAQAAAAABAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAA"
		"AAFQAAAACAAAABgAAAD_____________________________________________"
		"________AAEAAAAAAQAAAAQABgAIABkAHgAlACkALQD__zgASQBLAE8AVgD__1gA"
		"ZAD__2gAawBxAHUA_____3kAewCAAIUA__-OAJMA_____5gAnQCiAP__pwCpAK4A"
		"__-3ALwAwgDIAP_______8sA________zwD__9MA________1QD__9oA________"
		"___eAOIA6ADsAPAA9AD6AAABBgEMARIBFwH__xwB__8gASUBKgH_______8uATIB"
		"OgH__________________________________0IB__9FAU4BVwFgAWkBcgF7AYQB"
		"jQGWAf____________________-fAf____-wAbMBvgHBAcMBxgEaAv__HQL_____"
		"________________________HwL__2AC________________ZAL_____________"
		"________awL_____________________________________________________"
		"________________________________________________________________"
		"__________________9wAnYC________________________________________"
		"________________________________________________________________"
		"________________________________fAL_____________________________"
		"________________________________gQKMApECmQKdAv__________________"
		"________________________________________________________________"
		"________________________________________________________________"
		"_____6YC________qgLpAhtbWgAHAA0AG1slaSVwMSVkOyVwMiVkcgAbWzNnABtb"
		"SBtbSgAbW0sAG1tKABtbJWklcDElZEcAG1slaSVwMSVkOyVwMiVkSAAKABtbSAAb"
		"Wz8yNWwACAAbWzM0aBtbPzI1aAAbW0MAG00AG1szNGwAG1tQABtbTQAOABtbNW0A"
		"G1sxbQAbWz8xMDQ5aAAbWzJtABtbNGgAG1s3bQAbWzNtABtbNG0ADwAbW20PABtb"
		"PzEwNDlsABtbNGwAG1syM20AG1syNG0AG2cAGykwABtbTAB_ABtbM34AG09CABtP"
		"UAAbWzIxfgAbT1EAG09SABtPUwAbWzE1fgAbWzE3fgAbWzE4fgAbWzE5fgAbWzIw"
		"fgAbWzF-ABtbMn4AG09EABtbNn4AG1s1fgAbT0MAG09BABtbPzFsGz4AG1s_MWgb"
		"PQAbRQAbWyVwMSVkUAAbWyVwMSVkTQAbWyVwMSVkQgAbWyVwMSVkQAAbWyVwMSVk"
		"UwAbWyVwMSVkTAAbWyVwMSVkRAAbWyVwMSVkQwAbWyVwMSVkVAAbWyVwMSVkQQAb"
		"YxtbPzEwMDBsG1s_MjVoABs4ABtbJWklcDElZGQAGzcACgAbTQAbWzAlPyVwNiV0"
		"OzElOyU_JXAxJXQ7MyU7JT8lcDIldDs0JTslPyVwMyV0OzclOyU_JXA0JXQ7NSU7"
		"JT8lcDUldDsyJTttJT8lcDkldA4lZQ8lOwAbSAAJACsrLCwtLS4uMDBgYGFhZmZn"
		"Z2hoaWlqamtrbGxtbW5ub29wcHFxcnJzc3R0dXV2dnd3eHh5eXp6e3t8fH19fn4A"
		"G1taABsoQhspMAAbWzR-ABtbMjN-ABtbMjR-ABtbMUsAG1slaSVkOyVkUgAbWzZu"
		"ABtbPzE7MmMAG1tjABtbMzk7NDltABtbTQAbWyU_JXAxJXs4fSU8JXQzJXAxJWQl"
		"ZSVwMSV7MTZ9JTwldDklcDElezh9JS0lZCVlMzg7NTslcDElZCU7bQAbWyU_JXAx"
		"JXs4fSU8JXQ0JXAxJWQlZSVwMSV7MTZ9JTwldDEwJXAxJXs4fSUtJWQlZTQ4OzU7"
		"JXAxJWQlO20AAAIAAQACAAcAGwABAQEAAAAAAAQAAAADAAYACQAMABsoQgAbKCVw"
		"MSVjAEFYAEcwAFU4AEUwAFMwAA==" },
	{ "tmux-256color",
		"HgIjACsADwBpAd4EdG11eC0yNTZjb2xvcnx0bXV4IHdpdGggMjU2IGNvbG9ycwAA"
		"AQAAAQAAAAEBAAAAAQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAABUAAAAAgA"
		"AAAYAAAA_____________________________________________________wAB"
		"AAAAAAEAAAAEAAYACAAZAB4AJQApAC0A__84AEkASwBPAFYA__9YAGQA__9oAGsA"
		"cQB1AHkA__9_AIEAhgCLAP__lACZAJ4A__-jAKgArQD__7IAtAC5AP__wgDHAM0A"
		"0wD__9YA___YAP_______9wA___gAP_______-IA___nAP__________6wDvAPUA"
		"-QD9AAEBBwENARMBGQEfASQB__8pAf__LQEyATcBOwFCAf__SQFNAVUB________"
		"__________________________9dAf__YAFpAXIBewGEAY0BlgGfAagBsQH_____"
		"________________ugH_____ywHOAdkB3AHeAeEBOgL__z0CPwL_____________"
		"_____________0QC__-FAv_______________4kC_____________________5AC"
		"________________________________________________________________"
		"________________________________________________________________"
		"________lQKbAqECqAKvArYCvQLFAs0C1QLdAuUC7QL1Av0CBAMLAxIDGQMhAykD"
		"MQM5A0EDSQNRA1kDYANnA24DdQN9A4UDjQOVA50DpQOtA7UDvAPDA8oD0QPZA-ED"
		"6QPxA_kDAQQJBBEEGAQfBCYE________________________________________"
		"_____________________ysENgQ7BEMERwT_____________________________"
		"_____1AE________________________VQT_____________________________"
		"__________________________________________________________9bBP__"
		"_____18EngQbW1oABwANABtbJWklcDElZDslcDIlZHIAG1szZwAbW0gbW0oAG1tL"
		"ABtbSgAbWyVpJXAxJWRHABtbJWklcDElZDslcDIlZEgACgAbW0gAG1s_MjVsAAgA"
		"G1szNGgbWz8yNWgAG1tDABtNABtbMzRsABtbUAAbW00AG10wOwcADgAbWzVtABtb"
		"MW0AG1s_MTA0OWgAG1sybQAbWzRoABtbOG0AG1s3bQAbWzdtABtbNG0ADwAbW20P"
		"ABtbPzEwNDlsABtbNGwAG1syN20AG1syNG0AG2cABwAbKTAAG1tMAH8AG1szfgAb"
		"T0IAG09QABtbMjF-ABtPUQAbT1IAG09TABtbMTV-ABtbMTd-ABtbMTh-ABtbMTl-"
		"ABtbMjB-ABtbMX4AG1syfgAbT0QAG1s2fgAbWzV-ABtPQwAbWzE7MkIAG1sxOzJB"
		"ABtPQQAbWz8xbBs-ABtbPzFoGz0AG0UAG1slcDElZFAAG1slcDElZE0AG1slcDEl"
		"ZEIAG1slcDElZEAAG1slcDElZFMAG1slcDElZEwAG1slcDElZEQAG1slcDElZEMA"
		"G1slcDElZFQAG1slcDElZEEAG2MbWz8xMDAwbBtbPzI1aAAbOAAbWyVpJXAxJWRk"
		"ABs3AAoAG00AG1swJT8lcDYldDsxJTslPyVwMiV0OzQlOyU_JXAxJXAzJXwldDs3"
		"JTslPyVwNCV0OzUlOyU_JXA1JXQ7MiU7JT8lcDcldDs4JTttJT8lcDkldA4lZQ8l"
		"OwAbSAAJABtdMDsAKyssLC0tLi4wMGBgYWFmZmdnaGhpaWpqa2tsbG1tbm5vb3Bw"
		"cXFycnNzdHR1dXZ2d3d4eHl5enp7e3x8fX1-fgAbW1oAGyhCGykwABtbNH4AG1sy"
		"M34AG1syNH4AG1sxOzJQABtbMTsyUQAbWzE7MlIAG1sxOzJTABtbMTU7Mn4AG1sx"
		"NzsyfgAbWzE4OzJ-ABtbMTk7Mn4AG1syMDsyfgAbWzIxOzJ-ABtbMjM7Mn4AG1sy"
		"NDsyfgAbWzE7NVAAG1sxOzVRABtbMTs1UgAbWzE7NVMAG1sxNTs1fgAbWzE3OzV-"
		"ABtbMTg7NX4AG1sxOTs1fgAbWzIwOzV-ABtbMjE7NX4AG1syMzs1fgAbWzI0OzV-"
		"ABtbMTs2UAAbWzE7NlEAG1sxOzZSABtbMTs2UwAbWzE1OzZ-ABtbMTc7Nn4AG1sx"
		"ODs2fgAbWzE5OzZ-ABtbMjA7Nn4AG1syMTs2fgAbWzIzOzZ-ABtbMjQ7Nn4AG1sx"
		"OzNQABtbMTszUQAbWzE7M1IAG1sxOzNTABtbMTU7M34AG1sxNzszfgAbWzE4OzN-"
		"ABtbMTk7M34AG1syMDszfgAbWzIxOzN-ABtbMjM7M34AG1syNDszfgAbWzE7NFAA"
		"G1sxOzRRABtbMTs0UgAbWzFLABtbJWklZDslZFIAG1s2bgAbWz8xOzJjABtbYwAb"
		"WzM5OzQ5bQAbWzNtABtbMjNtABtbTQAbWyU_JXAxJXs4fSU8JXQzJXAxJWQlZSVw"
		"MSV7MTZ9JTwldDklcDElezh9JS0lZCVlMzg7NTslcDElZCU7bQAbWyU_JXAxJXs4"
		"fSU8JXQ0JXAxJWQlZSVwMSV7MTZ9JTwldDEwJXAxJXs4fSUtJWQlZTQ4OzU7JXAx"
		"JWQlO20AAgABAAgAEwBhAAEBAQAAAAAACQASABYAGwAjAC4ANAAAAAMABgAJAAwA"
		"DwASABUAGAAeACMAG1s_MjAwNGwAG1s_MjAwNGgAGyhCABtbM0oAGyglcDElYwAb"
		"WzQ6JXAxJWRtABtbMjltABtbOW0AQVgARzAAVTgAQkQAQkUARTAARTMAUzAAU211"
		"bHgAcm14eABzbXh4AA==" },
	{ "linux",
		"GgEUAB0AEAB9AUIDbGludXh8TGludXggY29uc29sZQAAAQAAAQEAAAAAAAAAAQEA"
		"AAAAAAEAAAAAAAABAQD__wgA_____________________________wgAQAASAP__"
		"AAACAAQAFQAaACEAJQApAP__NABFAEcASwBXAP__WQBlAP__aQBtAHkAfQD_____"
		"gQCDAIgA_____40AkgD_____lwCcAKEApgCvALEA_____7YAuwDBAMcA________"
		"________2QDdAP__4QD________jAP__6AD__________-wA8QD3APwAAQEGAQsB"
		"EQEXAR0BIwEoAf__LQH__zEBNgE7Af_______z8B________________________"
		"________________QwH__0YBTwFYAWEB__9qAXMBfAH__4UB________________"
		"__-OAf_______5QBlwGiAaUBpwGqAQEC__8EAv_______________wYC________"
		"__8KAv__SwL_____TgJUAv____9aAv____________________9eAv__________"
		"________________________________________YwL_____________________"
		"_____________________________________________________________2UC"
		"awJxAncCfQKDAokCjwKVApsC________________________________________"
		"________________________________________________________________"
		"__________-hAv__________________________________________________"
		"__________-mArECtgK8AsACyQLNAv__________________________________"
		"________________________________________________________________"
		"________________________________________________HgP_______8iAywD"
		"________________________________________________NgM8AwcADQAbWyVp"
		"JXAxJWQ7JXAyJWRyABtbM2cAG1tIG1tKABtbSwAbW0oAG1slaSVwMSVkRwAbWyVp"
		"JXAxJWQ7JXAyJWRIAAoAG1tIABtbPzI1bBtbPzFjAAgAG1s_MjVoG1s_MGMAG1tD"
		"ABtbQQAbWz8yNWgbWz84YwAbW1AAG1tNAA4AG1s1bQAbWzFtABtbMm0AG1s0aAAb"
		"WzdtABtbN20AG1s0bQAbWyVwMSVkWAAPABtbbQ8AG1s0bAAbWzI3bQAbWzI0bQAb"
		"Wz81aCQ8MjAwLz4bWz81bAAbW0AAG1tMAH8AG1szfgAbW0IAG1tbQQAbWzIxfgAb"
		"W1tCABtbW0MAG1tbRAAbW1tFABtbMTd-ABtbMTh-ABtbMTl-ABtbMjB-ABtbMX4A"
		"G1syfgAbW0QAG1s2fgAbWzV-ABtbQwAbW0EADQoAG1slcDElZFAAG1slcDElZE0A"
		"G1slcDElZEIAG1slcDElZEAAG1slcDElZEwAG1slcDElZEQAG1slcDElZEMAG1sl"
		"cDElZEEAG2MbXVIAGzgAG1slaSVwMSVkZAAbNwAKABtNABtbMDsxMCU_JXAxJXQ7"
		"NyU7JT8lcDIldDs0JTslPyVwMyV0OzclOyU_JXA0JXQ7NSU7JT8lcDUldDsyJTsl"
		"PyVwNiV0OzElO20lPyVwOSV0DiVlDyU7ABtIAAkAG1tHACsrLCwtLS4uMDBgYGFh"
		"ZmZnZ2hoaWlqamtrbGxtbW5ub29wcHFxcnJzc3R0dXV2dnd3eHh5eXp6e3t8fH19"
		"fn4AGwkAG1s_N2gAG1s_N2wAGykwABtbNH4AGgAbWzIzfgAbWzI0fgAbWzI1fgAb"
		"WzI2fgAbWzI4fgAbWzI5fgAbWzMxfgAbWzMyfgAbWzMzfgAbWzM0fgAbWzFLABtb"
		"JWklZDslZFIAG1s2bgAbWz82YwAbW2MAG1szOTs0OW0AG11SABtdUCVwMSV4JXAy"
		"JXsyNTV9JSolezEwMDB9JS8lMDJ4JXAzJXsyNTV9JSolezEwMDB9JS8lMDJ4JXA0"
		"JXsyNTV9JSolezEwMDB9JS8lMDJ4ABtbTQAbWzMlcDElZG0AG1s0JXAxJWRtABtb"
		"MTFtABtbMTBtAAEAAQACAAYAGAABAAEAAAAFAAAAAwAGAAkAG1szSgAbW1oAQVgA"
		"VTgARTMAa2NidDIA" },
	{ "vt100",
		"GgEsACYABwApAUQCdnQxMDB8dnQxMDAtYW18REVDIFZUMTAwICh3L2FkdmFuY2Vk"
		"IHZpZGVvKQAAAQAAAQAAAAAAAAAAAAEAAAAAAAEAAQAAAAAAAAAAAAAAAAAAAVAA"
		"CAAYAP_______wMA__8AAAIABAAVABoAJgAuAP____83AEwATgD__1IA_____1QA"
		"__9cAP____________9kAGYAbwD_______________94AIEAigD__5MAlQD_____"
		"__-eAKYA__________________________-uAP____________-wAP_______7QA"
		"uAC8AMAAxADIAMwA0ADUANgA3AD________gAP_______-QA________6ADsAPQA"
		"___8AP__AAEEAQgB_____________________________wwB________FQEeAf__"
		"JwH_______8wATUBOgH_____PwH_____VwH__1oBXQFfAWYBsgH__7UB________"
		"__-3AbsBvwHDAccB_____8sB___________-AQQC_____woC________________"
		"________EQL_____________________________________________________"
		"________________________________________________________________"
		"________________________________________________________________"
		"________________________________________________________________"
		"_____________________________xUC________________________________"
		"_____________________________x4CKQIuAkECBwANABtbJWklcDElZDslcDIl"
		"ZHIAG1szZwAbW0gbW0okPDUwPgAbW0skPDM-ABtbSiQ8NTA-ABtbJWklcDElZDsl"
		"cDIlZEgkPDU-AAoAG1tIAAgAG1tDJDwyPgAbW0EkPDI-AA4AG1s1bSQ8Mj4AG1sx"
		"bSQ8Mj4AG1s3bSQ8Mj4AG1s3bSQ8Mj4AG1s0bSQ8Mj4ADwAbW20PJDwyPgAbW20k"
		"PDI-ABtbbSQ8Mj4ACAAbT0IAG095ABtPUAAbT3gAG09RABtPUgAbT1MAG090ABtP"
		"dQAbT3YAG09sABtPdwAbT0QAG09DABtPQQAbWz8xbBs-ABtbPzFoGz0AcGYxAHBm"
		"MgBwZjMAcGY0ABtbJXAxJWRCABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRBABtb"
		"MGkAG1s0aQAbWzVpABs8Gz4bWz8zOzQ7NWwbWz83OzhoG1tyABs4ABs3AAoAG00k"
		"PDU-ABtbMCU_JXAxJXA2JXwldDsxJTslPyVwMiV0OzQlOyU_JXAxJXAzJXwldDs3"
		"JTslPyVwNCV0OzUlO20lPyVwOSV0DiVlDyU7JDwyPgAbSAAJABtPcQAbT3MAG09y"
		"ABtPcAAbT24AYGBhYWZmZ2dqamtrbGxtbW5ub29wcHFxcnJzc3R0dXV2dnd3eHh5"
		"eXp6e3t8fH19fn4AG1s_N2gAG1s_N2wAGyhCGykwABtPTQAbWzFLJDwzPgAbWyVp"
		"JWQ7JWRSABtbNm4AG1s_JVs7MDEyMzQ1Njc4OV1jABtaAA==" },
};
/* clang-format on */

/* A TERM that contains `part` is treated as `type`. */
static const struct {
	const char *part;
	const char *type;
} alike[] = {
	{ "tmux", "tmux-256color" },
	{ "screen", "screen-256color" },
	{ "xterm", "xterm-256color" },
	{ "kitty", "xterm-256color" },
	{ "foot", "xterm-256color" },
	{ "ghostty", "xterm-256color" },
	{ "wezterm", "xterm-256color" },
	{ "contour", "xterm-256color" },
	{ "alacritty", "xterm-256color" },
	{ "256color", "xterm-256color" },
	{ "rxvt", "xterm-256color" },
	{ "konsole", "xterm-256color" },
	{ "gnome", "xterm-256color" },
	{ "vte", "xterm-256color" },
	{ "iterm", "xterm-256color" },
};

static const char *
known_or_alike(const char *type)
{
	for (size_t i = 0; i < COUNT_OF(row); i++)
		if (str_is(str_c(type), row[i].type))
			return row[i].type;
	for (size_t i = 0; i < COUNT_OF(alike); i++)
		if (str_find(str_c(type), str_c(alike[i].part), 0) >= 0)
			return alike[i].type;
	return NULL;
}

bool
known_is_like(const char *type)
{
	return known_or_alike(type) != NULL;
}

const char *
known_alike(const char *type)
{
	const char *other = known_or_alike(type);

	return other != NULL ? other : "vt100";
}

bool
known_description(const char *type, struct strbuf *out)
{
	for (size_t i = 0; i < COUNT_OF(row); i++) {
		if (!str_is(str_c(type), row[i].type))
			continue;
		strbuf_addf(out, "b64:%s", row[i].compiled);
		return true;
	}
	return false;
}
