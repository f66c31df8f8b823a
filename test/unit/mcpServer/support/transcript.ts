import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ProfileName, profileNames } from '../../../../src/core/mcpServer/profile.ts';
import { type RequirementId, isRequirement } from '../../../requirements.ts';

/**
 * One exchange, readable by a user:
 *   # what it shows                 the first line
 *   # proves R17 C6                 promises of test/requirements.ts
 *   # profile tmkb                  which profile (all)
 *   # option lenient                an option of the connection
 *   # option service                a manifest with the tools `say` and `wait`, and the service behind them
 *   # fixtures why                  tools made for the test, and why no shipped one can play this
 *   > {...}                         what the client writes; `@long N` is a line of N bytes
 *   < {...}                         what must come next, letter by letter
 *   ! [INFO] …                      what must be in the log next
 *   @started | @release | @stopped  the waiting tool has begun; is let go; has seen its cancellation
 *   @change | @end | @finish | @closed   the tools change; the input ends; the server shuts down; the connection is over
 */
export interface Transcript {
  readonly name: string;
  readonly title: string;
  readonly proves: readonly RequirementId[];
  readonly profile: ProfileName;
  readonly options: ReadonlySet<string>;
  /** Why it plays fixtures; every other transcript plays what is shipped. */
  readonly fixtures?: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly kind: '>' | '<' | '!' | '@';
  readonly text: string;
  readonly line: number;
}

export const transcriptsFolder = fileURLToPath(new URL('../../../fixtures/transcripts/', import.meta.url));

export function readTranscripts(): readonly Transcript[] {
  const names = readdirSync(transcriptsFolder).filter((name) => name.endsWith('.txt'));
  return names.toSorted().map((name) => readTranscript(name, readFileSync(transcriptsFolder + name, 'utf8')));
}

function readTranscript(name: string, text: string): Transcript {
  const lines = text.split('\n');
  const heads = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2));
  const word = (key: string): string[] =>
    heads.filter((head) => head.startsWith(`${key} `)).flatMap((head) => head.split(' ').slice(1));
  const proves = word('proves');
  const unknown = proves.filter((id) => !isRequirement(id));
  if (unknown.length > 0)
    throw new Error(`${name} cites ${unknown.join(', ')}, which test/requirements.ts does not list`);
  const fixtures = word('fixtures').join(' ');
  return {
    name,
    ...(fixtures !== '' && { fixtures }),
    title: heads[0] ?? name,
    proves: proves.filter(isRequirement),
    profile: profileNames.find((profile) => profile === word('profile')[0]) ?? 'all',
    options: new Set(word('option')),
    steps: lines.flatMap(readStep),
  };
}

function readStep(text: string, index: number): Step[] {
  const kind = text[0];
  if (kind === '@') return [{ kind, text: text.slice(1).trim(), line: index + 1 }];
  if (kind !== '>' && kind !== '<' && kind !== '!') return [];
  return [{ kind, text: text.slice(2), line: index + 1 }];
}
