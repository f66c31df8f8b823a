import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One line of an evaluation set. No CWE means that nothing should be found. */
export interface EvalQuestion {
  readonly id: string;
  readonly style: string;
  readonly query: string;
  readonly language?: string;
  readonly framework?: string;
  /** Acceptable weaknesses, the closest first. */
  readonly cwe: readonly string[];
}

export const evalDir = import.meta.dirname;

/** `dev`, `test`, or the path of another set in the same form. */
export function readQuestions(name: string): readonly EvalQuestion[] {
  const file = name.endsWith('.jsonl') ? path.resolve(name) : path.join(evalDir, `${name}.jsonl`);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as EvalQuestion);
}
