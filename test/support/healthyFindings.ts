import type { Core } from '../../src/core/app/core.ts';
import { diagnose } from '../../src/core/diagnosis/diagnose.ts';
import { thisMachine } from '../../src/core/diagnosis/thisMachine.ts';

/** What the doctor would say for sure about a server that is well, from what it printed and its entry alone: nothing. */
export function healthyFindings(core: Core, id: string): readonly string[] {
  const lines = core.log(id).lines.map(({ text }) => text);
  const printed = (stream: string): readonly string[] =>
    lines.flatMap((text) => (text.startsWith(`[${stream}] `) ? [text.slice(stream.length + 3)] : []));
  const { launch } = core.entry(id) ?? {};
  if (launch?.kind !== 'stdio') return [];
  const found = diagnose({
    launch: {
      kind: 'stdio',
      command: launch.command,
      args: launch.args ?? [],
      env: (launch.env ?? {}) as Record<string, string>,
    },
    causes: [],
    stderr: printed('stderr').join('\n'),
    noise: printed('stdout'),
    reports: [],
    timedOut: false,
    machine: thisMachine(process.env['PATH'] ?? ''),
  });
  return found.filter(({ certainty }) => certainty === 'certain').map(({ rule, proof }) => `${rule}: ${proof ?? ''}`);
}
