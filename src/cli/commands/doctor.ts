// `c-mem doctor`: finds what is wrong, and names the command that mends it.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../config/paths.ts';
import { examine } from '../doctor.ts';
import { count } from '../numbers.ts';
import { paint, print, printJson } from '../output.ts';

export default defineCommand({
  meta: { name: 'doctor', description: 'Checks everything, and says how to mend what is wrong.' },
  args: { json: { type: 'boolean', description: 'Print as JSON' } },
  run({ args }) {
    const findings = examine(resolvePaths());
    const faults = findings.filter(({ state }) => state === 'fault').length;
    const warnings = findings.filter(({ state }) => state === 'warning').length;
    if (faults > 0) process.exitCode = 1;
    if (args.json) return printJson({ ok: faults === 0, findings });
    for (const { check, state, message, fix } of findings) {
      const mark = { ok: paint('green', 'ok  '), warning: paint('yellow', 'warn'), fault: paint('red', 'BAD ') }[state];
      print(`${mark}  ${check.padEnd(13)}  ${message}`);
      if (fix) print(`${' '.repeat(21)}${paint('bold', fix)}`);
    }
    print(
      '',
      faults + warnings === 0 ? 'Everything is in order.' : `${count(faults, 'fault')}, ${count(warnings, 'warning')}.`,
    );
  },
});
