import { homedir } from 'node:os';
import { Lifetime } from '../base/lifetime.ts';
import { silentLog } from '../base/log.ts';
import { diagnoseKimi, formatDiagnosis } from '../core/kimi/tools/doctor.ts';
import { type RunVerb, UsageError } from './support/verb.ts';

const usage = `Usage: switchboard doctor kimi [--json]

Shows which Kimi was found, which backend is used, and why the others are not available.
Exit code: 0, or 1 if no backend is available.`;

export const doctor: RunVerb = async (args, io) => {
  if (args.includes('--help') || args.includes('-h')) return print(io.stdout, usage, 0);
  const [subject, ...flags] = args;
  if (subject !== 'kimi') throw new UsageError(`Unknown subject "${subject ?? ''}": use kimi.`);
  const unknown = flags.find((flag) => flag !== '--json');
  if (unknown !== undefined) throw new UsageError(`Unknown flag ${unknown}.`);
  const life = new Lifetime();
  try {
    const host = {
      life,
      log: silentLog,
      folders: () => [io.cwd],
      trusted: () => true, // who starts the command in a folder trusts it
      env: io.env,
      homeDir: io.env['HOME'] || homedir(),
      setting: () => undefined,
      listServers: () => [],
    };
    const diagnosis = await diagnoseKimi(host, io.stop);
    const text = flags.includes('--json') ? JSON.stringify(diagnosis, null, 2) : formatDiagnosis(diagnosis);
    return print(io.stdout, text, diagnosis.forReading === undefined ? 1 : 0);
  } finally {
    life.dispose();
  }
};

function print(out: NodeJS.WritableStream, text: string, code: number): number {
  out.write(`${text}\n`);
  return code;
}
