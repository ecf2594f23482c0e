// `c-mem doctor`: finds problems and names the command that fixes each.
import { defineCommand } from 'citty';
import { resolvePaths } from '../../../config/paths.ts';
import { loadSettings } from '../../../config/settings.ts';
import { examine, type Finding } from '../../../health/index.ts';
import { probeCapture, probeEmbeddings, probeModel } from '../../../health/probe.ts';
import { probeTeam } from '../../../health/team.ts';
import { ensureWorker } from '../../../process/start-worker.ts';
import { count } from '../../args/numbers.ts';
import { paint, print, printJson } from '../../terminal/output.ts';

export default defineCommand({
  meta: {
    name: 'doctor',
    description: 'Check the installation and suggest fixes',
    examples: ['c-mem doctor', 'c-mem doctor --no-probe --json'],
  },
  args: {
    probe: {
      type: 'boolean',
      description: 'Do not send a test event or contact the model provider and the team’s server',
      default: true,
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    const health = await examine(paths, { now: Date.now(), here: process.cwd(), thorough: true, asksWorker: true });
    const { settings } = loadSettings(paths.settings);
    // Nothing is sent if nothing would be captured.
    const probes =
      args.probe === false
        ? []
        : [
            ...(health.capturing ? [await probeCapture(paths, () => ensureWorker(paths, __dirname, Date.now()))] : []),
            ...(await probeModel(settings)),
            ...(await probeEmbeddings(settings)),
            ...(await probeTeam(paths)),
          ];
    const findings = [...health.findings, ...probes];
    const faults = findings.filter(({ state }) => state === 'fault').length;
    const warnings = findings.filter(({ state }) => state === 'warning').length;
    if (faults > 0) process.exitCode = 1;
    if (args.json) return printJson({ ok: faults === 0, capturing: health.capturing, findings });
    for (const finding of findings) print(...describe(finding));
    print(
      '',
      faults + warnings === 0 ? 'Everything is working.' : `${count(faults, 'fault')}, ${count(warnings, 'warning')}.`,
    );
  },
});

function describe({ check, state, message, fix }: Finding): string[] {
  const mark = {
    ok: paint('green', 'ok  '),
    offer: paint('blue', 'tip '),
    warning: paint('yellow', 'warn'),
    fault: paint('red', 'BAD '),
  }[state];
  const line = `${mark}  ${check.padEnd(13)}  ${message}`;
  return fix ? [line, `${' '.repeat(21)}${paint('bold', fix)}`] : [line];
}
