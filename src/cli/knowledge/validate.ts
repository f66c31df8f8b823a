import path from 'node:path';
import { readText } from '../../core/files/readText.ts';
import { type ValidationReport, validatePattern } from '../../core/knowledge/tools/runValidate.ts';
import { printJson, printLines } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';

type FileReport = ValidationReport & { readonly file: string };

export async function validate(
  files: readonly string[],
  flags: { readonly json: boolean },
  io: CliIo,
): Promise<number> {
  if (files.length === 0) throw new UsageError('Specify at least one file.');
  const texts = await Promise.all(files.map((file) => readPattern(file, io)));
  const reports = await Promise.all(files.map(async (file, at) => ({ file, ...(await validatePattern(texts[at]!)) })));
  if (flags.json) printJson(io.stdout, reports);
  else printLines(io.stdout, ...reports.flatMap(reportLines));
  return reports.every(({ valid }) => valid) ? 0 : 1;
}

async function readPattern(file: string, io: CliIo): Promise<string> {
  const whole = path.resolve(io.cwd, file);
  const text = await readText(whole);
  if (text === undefined) throw new UsageError(`File not found: ${whole}.`);
  return text;
}

/** As compilers write it, so that editors and terminals make the places clickable. */
function reportLines({ file, valid, errors, warnings }: FileReport): readonly string[] {
  const line = (word: string) => (finding: ValidationReport['errors'][number]) =>
    `${file}:${finding.line}:${finding.column}: ${word}: ${finding.message}`;
  const findings = [...errors.map(line('error')), ...warnings.map(line('warning'))];
  return [...findings, `${file}: ${valid ? 'valid' : 'not valid'}`];
}
