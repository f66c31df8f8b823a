import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import type { Diagnosis } from '../model/diagnosis.ts';
import { type Evidence, type StdioFacts, stdioOf } from '../model/evidence.ts';
import { advise, setValue } from '../model/remedies.ts';
import type { Experiment, Observation } from './experiment.ts';

const forMs = 4_000;
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'switchboard-doctor', version: '1' } },
});
const response = /"(?:result|error)"\s*:/;
const unbuffered = 'PYTHONUNBUFFERED';

/** What keeps a server silent that runs well: Python that keeps its output back, or messages in the form of language servers. */
export const silentServer: Experiment = {
  id: 'silent',
  title: () => l10n.t('Asking the silent server in other ways'),
  fits: ({ evidence, diagnoses }) =>
    stdioOf(evidence) !== undefined && evidence.timedOut && isSilent(evidence, diagnoses),
  run: async ({ evidence }, host, signal) => {
    const launch = stdioOf(evidence);
    if (!launch) return undefined;
    const found = new AbortController();
    const ask = async (asked: StdioFacts, input: string): Promise<boolean> => {
      const how = { forMs, input, until: response };
      const either = AbortSignal.any([signal, found.signal]);
      const run = await host.startAlone(asked, evidence.searchPath ?? '', how, either);
      const isAnswered = run !== undefined && response.test(run.output);
      if (isAnswered) found.abort();
      return isAnswered;
    };
    const [flushed, framed] = await Promise.all([
      isOfPython(launch) && ask(flushing(launch), `${initialize}\n`),
      ask(launch, `Content-Length: ${initialize.length}\r\n\r\n${initialize}`),
    ]);
    return flushed ? keepsBack() : framed ? hasHeads() : undefined;
  },
};

/** Until its input was closed, which may have made it crash. */
function isSilent({ noise, reports, stderr }: Evidence, diagnoses: readonly Diagnosis[]): boolean {
  const isWellBefore = stderr === '' || diagnoses.some(({ rule }) => rule.startsWith('crash/'));
  return noise.length === 0 && reports.length === 0 && isWellBefore;
}

function isOfPython({ command, args, env }: StdioFacts): boolean {
  const isPython = /^(?:python|py$|uvx?$|pipx|poetry|pdm|rye|hatch|pipenv)/i.test(path.basename(command));
  return (isPython || args.some((arg) => arg.endsWith('.py'))) && (env[unbuffered] ?? '') === '';
}

function flushing(launch: StdioFacts): StdioFacts {
  return { ...launch, env: { ...launch.env, [unbuffered]: '1' } };
}

function keepsBack(): Observation {
  return {
    text: l10n.t('With {0}=1 the server responds: it keeps its output back until there is more of it.', unbuffered),
    remedies: [
      setValue(l10n.t('Set {0} to 1', unbuffered), ['env', unbuffered], '1'),
      advise(l10n.t('Flush stdout after each message: print(..., flush=True).')),
    ],
  };
}

function hasHeads(): Observation {
  return {
    text: l10n.t('It responds to messages with "Content-Length" heads, as language servers use them.'),
    remedies: [advise(l10n.t('Change the server to newline-delimited JSON, or use an SDK of MCP.'))],
  };
}
