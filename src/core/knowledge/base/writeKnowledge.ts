import { knowledgeInvalid } from '../../../base/faults/productFaults.ts';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ChineseData, chineseData } from '../chinese/lexicon.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { readPattern } from '../pattern/readPattern.ts';
import { buildIndex } from '../index/buildIndex.ts';
import { writeKnowledgeFile } from './knowledgeFile.ts';

/** Called by the build: reads every pattern, checks it, and writes the file that ships. */
export async function writeKnowledge(patternsDir: string, outFile: string): Promise<void> {
  const [patterns, chinese] = await Promise.all([readShippedPatterns(patternsDir), readChinese(patternsDir)]);
  await mkdir(path.dirname(outFile), { recursive: true });
  await writeFile(outFile, writeKnowledgeFile(patterns, buildIndex(patterns), chinese));
}

export async function readChinese(patternsDir: string): Promise<ChineseData> {
  const read = (name: string): Promise<string> => readFile(path.join(patternsDir, 'chinese', name), 'utf8');
  return chineseData(await read('lexicon.txt'), await read('traditional.txt'));
}

/** All shipped patterns in the order of their ids; a single bad one fails the build. */
export async function readShippedPatterns(patternsDir: string): Promise<readonly Pattern[]> {
  const names = (await readdir(patternsDir, { recursive: true })).filter((name) => name.endsWith('.yaml'));
  const read = await Promise.all(names.map((name) => readShipped(path.join(patternsDir, name))));
  const patterns = read.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const problems = linkProblems(patterns);
  if (problems.length > 0) throw knowledgeInvalid(problems.join('\n'));
  return patterns;
}

async function readShipped(file: string): Promise<Pattern> {
  const { pattern, problems } = await readPattern(await readFile(file, 'utf8'));
  if (pattern && problems.length === 0 && path.basename(file) === `${pattern.id}.yaml`) return pattern;
  const lines = problems.map(({ line, message }) => `${file}:${line} ${message}`);
  throw knowledgeInvalid(lines.join('\n') || `${file} is not named after its pattern`);
}

function linkProblems(patterns: readonly Pattern[]): readonly string[] {
  const ids = new Set(patterns.map(({ id }) => id));
  const dead = patterns.flatMap(({ id, related }) =>
    related.filter((other) => !ids.has(other)).map((other) => `${id} refers to ${other}, which does not exist`),
  );
  return ids.size === patterns.length ? dead : ['two patterns have the same id', ...dead];
}
