import assert from "node:assert/strict";
import { strftime } from "./strftime.ts";

/** Every conversion that chrono formats, and the modifiers on numeric ones; `|` keeps the fields apart. */
const CONVERSIONS = [
  "%Y|%C|%y|%q|%m|%b|%B|%h|%d|%e|%a|%A|%w|%u|%U|%W|%G|%g",
  "%V|%j|%D|%x|%F|%v|%H|%k|%I|%l|%P|%p|%M|%S|%f|%.f|%.3f|%.6f",
  "%.9f|%3f|%6f|%9f|%R|%T|%X|%r|%Z|%z|%:z|%::z|%:::z|%c|%+|%s|%-Y|%_Y",
  "%0Y|%-C|%-y|%_y|%-q|%_q|%-m|%_m|%-d|%0e|%-e|%_w|%-w|%-U|%_U|%_V|%-j|%_j",
  "%-H|%_H|%0k|%-k|%0l|%-l|%-I|%_I|%_M|%-S|%_f|%-f|%_s|%0s|%-G|%_G|%-g|%-W",
  "%_u",
].join("|");

/** What chrono 0.4.45 printed for each tick. `#` stands where its `%C` overflows (years beyond 9999 and below 0). */
const PRINTED_BY_CHRONO: [number, string][] = [
  [
    0,
    "1970|19|70|1|01|Jan|January|Jan|01| 1|Thu|Thursday|4|4|00|00|1970|70|01|001|01/01/70|01/01/70|1970-01-01| 1-Jan-1970|00| 0|12|12|am|AM|00|00|000000000||.000|.000000|.000000000|000|000000|000000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Thu Jan  1 00:00:00 1970|1970-01-01T00:00:00+00:00|0|1970|1970|1970|19|70|70|1|1|1| 1|1|01|1|4|4|0| 0| 1|1|  1|0| 0|00|0|12|12|12|12| 0|0|        0|0|        0|000000000|1970|1970|70|0|4",
  ],
  [
    994552459026,
    "2001|20|01|3|07|Jul|July|Jul|08| 8|Sun|Sunday|0|7|27|27|2001|01|27|189|07/08/01|07/08/01|2001-07-08| 8-Jul-2001|00| 0|12|12|am|AM|34|19|026000000|.026|.026|.026000|.026000000|026|026000|026000000|00:34|00:34:19|00:34:19|12:34:19 AM|UTC|+0000|+00:00|+00:00:00|+00|Sun Jul  8 00:34:19 2001|2001-07-08T00:34:19.026+00:00|994552459|2001|2001|2001|20|1| 1|3|3|7| 7|8|08|8|0|0|27|27|27|189|189|0| 0|00|0|12|12|12|12|34|19| 26000000|26000000|994552459|994552459|2001|2001|1|27|7",
  ],
  [
    951782400000,
    "2000|20|00|1|02|Feb|February|Feb|29|29|Tue|Tuesday|2|2|09|09|2000|00|09|060|02/29/00|02/29/00|2000-02-29|29-Feb-2000|00| 0|12|12|am|AM|00|00|000000000||.000|.000000|.000000000|000|000000|000000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Tue Feb 29 00:00:00 2000|2000-02-29T00:00:00+00:00|951782400|2000|2000|2000|20|0| 0|1|1|2| 2|29|29|29|2|2|9| 9| 9|60| 60|0| 0|00|0|12|12|12|12| 0|0|        0|0|951782400|951782400|2000|2000|0|9|2",
  ],
  [
    1735689599999,
    "2024|20|24|4|12|Dec|December|Dec|31|31|Tue|Tuesday|2|2|52|53|2025|25|01|366|12/31/24|12/31/24|2024-12-31|31-Dec-2024|23|23|11|11|pm|PM|59|59|999000000|.999|.999|.999000|.999000000|999|999000|999000000|23:59|23:59:59|23:59:59|11:59:59 PM|UTC|+0000|+00:00|+00:00:00|+00|Tue Dec 31 23:59:59 2024|2024-12-31T23:59:59.999+00:00|1735689599|2024|2024|2024|20|24|24|4|4|12|12|31|31|31|2|2|52|52| 1|366|366|23|23|23|23|11|11|11|11|59|59|999000000|999000000|1735689599|1735689599|2025|2025|25|53|2",
  ],
  [
    1704067200001,
    "2024|20|24|1|01|Jan|January|Jan|01| 1|Mon|Monday|1|1|00|01|2024|24|01|001|01/01/24|01/01/24|2024-01-01| 1-Jan-2024|00| 0|12|12|am|AM|00|00|001000000|.001|.001|.001000|.001000000|001|001000|001000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Mon Jan  1 00:00:00 2024|2024-01-01T00:00:00.001+00:00|1704067200|2024|2024|2024|20|24|24|1|1|1| 1|1|01|1|1|1|0| 0| 1|1|  1|0| 0|00|0|12|12|12|12| 0|0|  1000000|1000000|1704067200|1704067200|2024|2024|24|1|1",
  ],
  [
    1136073600000,
    "2006|20|06|1|01|Jan|January|Jan|01| 1|Sun|Sunday|0|7|01|00|2005|05|52|001|01/01/06|01/01/06|2006-01-01| 1-Jan-2006|00| 0|12|12|am|AM|00|00|000000000||.000|.000000|.000000000|000|000000|000000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Sun Jan  1 00:00:00 2006|2006-01-01T00:00:00+00:00|1136073600|2006|2006|2006|20|6| 6|1|1|1| 1|1|01|1|0|0|1| 1|52|1|  1|0| 0|00|0|12|12|12|12| 0|0|        0|0|1136073600|1136073600|2005|2005|5|0|7",
  ],
  [
    1230681600000,
    "2008|20|08|4|12|Dec|December|Dec|31|31|Wed|Wednesday|3|3|52|52|2009|09|01|366|12/31/08|12/31/08|2008-12-31|31-Dec-2008|00| 0|12|12|am|AM|00|00|000000000||.000|.000000|.000000000|000|000000|000000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Wed Dec 31 00:00:00 2008|2008-12-31T00:00:00+00:00|1230681600|2008|2008|2008|20|8| 8|4|4|12|12|31|31|31|3|3|52|52| 1|366|366|0| 0|00|0|12|12|12|12| 0|0|        0|0|1230681600|1230681600|2009|2009|9|52|3",
  ],
  [
    -1,
    "1969|19|69|4|12|Dec|December|Dec|31|31|Wed|Wednesday|3|3|52|52|1970|70|01|365|12/31/69|12/31/69|1969-12-31|31-Dec-1969|23|23|11|11|pm|PM|59|59|999000000|.999|.999|.999000|.999000000|999|999000|999000000|23:59|23:59:59|23:59:59|11:59:59 PM|UTC|+0000|+00:00|+00:00:00|+00|Wed Dec 31 23:59:59 1969|1969-12-31T23:59:59.999+00:00|-1|1969|1969|1969|19|69|69|4|4|12|12|31|31|31|3|3|52|52| 1|365|365|23|23|23|23|11|11|11|11|59|59|999000000|999000000|       -1|-00000001|1970|1970|70|52|3",
  ],
  [
    253402300800000,
    "+10000|#|00|1|01|Jan|January|Jan|01| 1|Sat|Saturday|6|6|00|00|9999|99|52|001|01/01/00|01/01/00|+10000-01-01| 1-Jan-+10000|00| 0|12|12|am|AM|00|00|000000000||.000|.000000|.000000000|000|000000|000000000|00:00|00:00:00|00:00:00|12:00:00 AM|UTC|+0000|+00:00|+00:00:00|+00|Sat Jan  1 00:00:00 +10000|+10000-01-01T00:00:00+00:00|253402300800|+10000|+10000|+10000|#|0| 0|1|1|1| 1|1|01|1|6|6|0| 0|52|1|  1|0| 0|00|0|12|12|12|12| 0|0|        0|0|253402300800|253402300800|9999|9999|99|0|6",
  ],
  [
    -62167219200001,
    "-0001|#|99|4|12|Dec|December|Dec|31|31|Fri|Friday|5|5|52|52|-0001|99|52|365|12/31/99|12/31/99|-0001-12-31|31-Dec--0001|23|23|11|11|pm|PM|59|59|999000000|.999|.999|.999000|.999000000|999|999000|999000000|23:59|23:59:59|23:59:59|11:59:59 PM|UTC|+0000|+00:00|+00:00:00|+00|Fri Dec 31 23:59:59 -0001|-0001-12-31T23:59:59.999+00:00|-62167219201|-1|   -1|-0001|#|99|99|4|4|12|12|31|31|31|5|5|52|52|52|365|365|23|23|23|23|11|11|11|11|59|59|999000000|999000000|-62167219201|-62167219201|-1|   -1|99|52|5",
  ],
];

Deno.test("strftime() prints what chrono prints, for every conversion", () => {
  for (const [tick, printed] of PRINTED_BY_CHRONO) {
    const want = printed.split("|");
    const conversions = CONVERSIONS.split("|");
    assert.equal(want.length, conversions.length);
    for (const [index, conversion] of conversions.entries()) {
      if (want[index] === "#") continue;
      assert.equal(strftime(tick, conversion), want[index], `${conversion} of ${tick}`);
    }
  }
});

Deno.test("strftime() agrees with the C library on ordinary dates", async () => {
  const common =
    "%Y|%C|%y|%m|%b|%B|%h|%d|%e|%a|%A|%w|%u|%U|%W|%G|%g|%V|%j|%D|%x|%F|%H|%k|%I|%l|%P|%p|%M|%S|%R|%T|%X|%r|%c|%n|%t|%%";
  // From the year 1000 to 9999 in steps that fall on every weekday, month and hour.
  const ticks = Array.from({ length: 1000 }, (_, index) => -30_609_792_000_000 + index * 284_011_000 * 999);
  const script = "import sys,time,json\n" +
    "ticks,form=json.load(sys.stdin)\nprint(json.dumps([time.strftime(form,time.gmtime(t//1000)) for t in ticks]))";
  const python = await run("python3", ["-c", script], JSON.stringify([ticks, common]));
  if (python === undefined) return; // No interpreter here: the table above still judges.
  for (const [index, want] of (JSON.parse(python) as string[]).entries()) {
    assert.equal(strftime(ticks[index] ?? NaN, common), want);
  }
});

Deno.test("strftime() prints the centuries that chrono overflows on", () => {
  assert.equal(strftime(253_402_300_800_000, "%C"), "100");
  assert.equal(strftime(-62_167_219_200_001, "%C"), "-1");
});

Deno.test("strftime() prints the fraction that a script's format asks for", () => {
  assert.equal(strftime(123, "%Y-%m-%dT%H:%M:%S%.3fZ"), "1970-01-01T00:00:00.123Z");
  assert.equal(strftime(123.9, "%3f"), "123");
  assert.equal(strftime(1000, "[%.f]"), "[]");
});

Deno.test("strftime() copies what is no conversion", () => {
  const unknown = [
    ..."%|%Q|%L|%N|%E|%O|%i|%J|%K|%é|%😀|abc%|%:|%.|%_|%-|%.3|%.4f|%4f|%1f|%03f|%#Y|%::::z".split("|"),
    ..."%-D|%_a|%-z|%-:z|%-.f|%-+|%-%|%0%|%_t|%--d|".split("|"),
  ];
  for (const format of unknown) assert.equal(strftime(0, format), format);
  assert.equal(strftime(0, "50 % of %Y%"), "50 % of 1970%");
  assert.equal(strftime(0, "%%Y %#z"), "%Y +00");
});

Deno.test("strftime() gives an empty text for a tick that cannot be represented", () => {
  assert.equal(strftime(8_210_266_876_799_999, "%F %T%.f"), "+262142-12-31 23:59:59.999");
  assert.equal(strftime(8_210_266_876_800_000, "%F"), "");
  assert.equal(strftime(-8_334_601_228_800_000, "%F"), "-262143-01-01");
  for (const tick of [-8_334_601_228_800_001, 2 ** 64, Infinity, -Infinity, NaN]) assert.equal(strftime(tick, "%F"), "");
});

Deno.test("strftime() is linear in the format", () => {
  const format = "%-".repeat(500_000);
  const started = performance.now();
  assert.equal(strftime(0, format), format);
  assert.ok(performance.now() - started < 5_000);
});

/** What `command` prints when it is given `input`; `undefined` when there is no such command. */
async function run(command: string, args: string[], input: string): Promise<string | undefined> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", env: { LC_ALL: "C" } }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout } = await child.output();
  assert.ok(success, `${command} failed`);
  return new TextDecoder().decode(stdout);
}
