import { identifierWords } from '../../../base/identifierWords.ts';

/** What a tool does by the words of its name: `neither` changes something without taking in or giving out texts. */
type ToolKind = 'read' | 'write' | 'neither';

export interface ToolWords {
  readonly kind: ToolKind;
  readonly name: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

/** In the singular: `get_pullRequests` is get, pull, request. */
export function wordsIn(identifier: string): readonly string[] {
  return identifierWords(identifier).map(singular);
}

/** "docs" is a word of its own: the documentation of a library, and not the documents of a user. */
function singular(word: string): string {
  if (word === 'docs' || word === 'sms' || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

const reads = wordSet(`read get list search find query retrieve fetch show view open describe export download dump
  take check look lookup inspect resolve count summarize lint scan browse watch wait explore analyze`);
const writes = wordSet(`create add update edit write patch put post push send reply publish share forward submit invite
  notify tweet broadcast merge fork upload insert append replace save set assign deploy apply import comment mail email
  compose draft schedule generate make new`);
const others = wordSet(`delete remove move rename close toggle scale resize stop cancel archive start restart kill clear
  reset select emulate enable disable login logout`);
/** Where another verb stands beside one of these, it is the method of a request, or a noun: `API-post-search`, `get_replies`. */
const weak = wordSet('get post put patch comment reply mail email draft schedule');

export function toolWords(name: string, parameters: readonly string[]): ToolWords {
  const words = wordsIn(name);
  return { kind: kindOf(words), name: new Set(words), parameters: new Set(parameters.flatMap(wordsIn)) };
}

function kindOf(words: readonly string[]): ToolKind {
  const verbs = words.filter((word) => reads.has(word) || writes.has(word) || others.has(word));
  const verb = verbs.find((word) => !weak.has(word)) ?? verbs[0];
  if (verb === undefined) return words.includes('run') ? 'write' : 'read';
  if (reads.has(verb)) return 'read';
  return writes.has(verb) ? 'write' : 'neither';
}
