import path from 'node:path';
import type { CheckReport } from './summary.ts';
import { reasonOf, titleOf } from './summary.ts';

interface Row {
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

const help: Readonly<Record<string, string>> = {
  'check-failed': 'A result was not as the check expects.',
  'check-broken': 'The check could not be run.',
  'check-file': 'The check file has a mistake.',
};

/** `results: []` where all is well: it closes the alerts of earlier runs. */
export function sarifReport(report: CheckReport, folder: string): string {
  const rules = Object.keys(help);
  const results = rowsOf(report).map(({ rule, message, file, line, name }) => ({
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: 'error',
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path.relative(folder, file)) },
          region: { startLine: line },
        },
        logicalLocations: [{ fullyQualifiedName: name }],
      },
    ],
    partialFingerprints: { check: `${path.basename(file)}/${name}/${rule}` },
  }));
  const driver = {
    name: 'MCP Switchboard',
    rules: rules.map((id) => ({ id, shortDescription: { text: help[id] }, help: { text: help[id] } })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Relative to the folder of the run. */
function uriOf(file: string): string {
  return file.split(path.sep).map(encodeURIComponent).join('/');
}

function rowsOf({ results, problems }: CheckReport): readonly Row[] {
  const failed = results.filter(({ status }) => status === 'failed' || status === 'broken');
  return [
    ...failed.map((result) => ({
      rule: result.status === 'failed' ? 'check-failed' : 'check-broken',
      message: `${titleOf(result)}: ${reasonOf(result)}`,
      file: result.file,
      line: (result.mismatches[0]?.line ?? result.check.span.line) + 1,
      name: `${result.server}/${result.check.id}`,
    })),
    ...problems.map(({ file, span, message }) => ({
      rule: 'check-file',
      message,
      file,
      line: span.line + 1,
      name: path.basename(file),
    })),
  ];
}
