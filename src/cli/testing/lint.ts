import path from 'node:path';
import { plainText } from '../../base/text/plainText.ts';
import { compatibilityOf } from '../../core/lint/hosts/compatibility.ts';
import { gatherSubject } from '../../core/lint/gatherSubject.ts';
import { type LintReport, lintServer } from '../../core/lint/lint.ts';
import type { ObservedCall } from '../../core/lint/model/lintSubject.ts';
import { observedCalls } from '../../core/lint/observedCalls.ts';
import { configFlag, trustFlag } from '../core/cliCore.ts';
import { withServer } from '../core/withCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { openRecording } from '../core/openRecording.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'lint',
  about: `Looks at what a server tells of itself: names, descriptions, schemas, annotations, cost, and which clients
refuse or lose what. Without --probe no tool is called.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    probe: { type: 'switch', meaning: 'also send bad requests; only tools that are marked read-only are called' },
    recording: {
      type: 'text',
      value: 'FILE',
      meaning: 'also judge the calls in this recording: results, errors, durations',
    },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the findings, the score and the verdicts of clients as JSON' },
  },
  examples: ['switchboard lint github', 'switchboard lint notes --config mcp.json --trust --json'],
  exit: {
    failed: 'there is a finding of the severity "error"',
    notTried: 'the server is not approved, or cannot be connected',
  },
} as const satisfies VerbTable;

export const lint = defineVerb(table, async ({ flags, operands: [id = ''] }, io) => {
  const observed = flags.recording === undefined ? [] : await recordedCalls(path.resolve(io.cwd, flags.recording));
  const started = performance.now();
  return withServer(flags, id, io, async (core, server) => {
    const startMs = performance.now() - started;
    showProgress(io.stderr, `Looking at ${id}`);
    const gathering = gatherSubject(server, { startMs, observed, probe: flags.probe, signal: io.stop });
    const report = lintServer(await orNotTried(core, server, io, gathering));
    const clients = compatibilityOf(report.findings);
    const clean = (text: string): string => core.redactor.text(plainText(text));
    if (flags.json) printJson(io.stdout, core.redactor.value({ ...report, clients }));
    else printLines(io.stdout, ...[...reportLines(report), ...clientLines(clients)].map(clean));
    return report.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
});

/** Of any server in it: it may have another name there. */
async function recordedCalls(file: string): Promise<readonly ObservedCall[]> {
  const reader = await openRecording(file);
  try {
    await reader.indexed;
    return await observedCalls(reader);
  } finally {
    reader.dispose();
  }
}

function reportLines({ server, score, lost, findings }: LintReport): readonly string[] {
  const [first] = lost;
  const why = first ? `; most is lost by ${first.rule} (${first.points})` : '';
  return [`${server}: ${score} of 100${why}`, ...findings.flatMap(findingLines)];
}

type Finding = LintReport['findings'][number];

function findingLines({ severity, rule, subject, path = '', message, remedy }: Finding): readonly string[] {
  return [`${severity.padEnd(7)}  ${subject}${path}  ${rule}`, `         ${message} ${remedy}`];
}

function clientLines(clients: ReturnType<typeof compatibilityOf>): readonly string[] {
  const lines = clients.map(({ host, verdict, reasons }) => {
    const rules = reasons.map(({ rule, effect, source, date }) => `${rule} (${effect}; ${source}, ${date})`);
    return `  ${host}: ${verdict === 'takes' ? 'takes it all, as far as is known' : rules.join(', ')}`;
  });
  return ['Clients:', ...lines];
}
