import { programName } from '../../cures/newestVersion.ts';
import { cureFor } from '../../cures/cureFor.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { type Finding, type Rule, rule } from '../../model/rule.ts';
import type { Complaint } from '../../statements/complaints.ts';
import type { Named } from '../../statements/names.ts';
import { thing } from '../../statements/nouns.ts';
import { type Statement, statementsOf } from '../../statements/statement.ts';

export type Explain = (statement: Statement, evidence: Evidence) => Omit<Finding, 'proof' | 'isCertain'> | undefined;

interface Explained {
  readonly complaint: Complaint;
  readonly finding: Finding;
}

/**
 * What a program says in words that no other rule knows, where the words name what they are about. The cause is said
 * in our own words, by what kind of thing the name is of; the line itself is the proof. One rule a complaint; the first
 * line that can be explained decides which of them speaks.
 */
export function statedRules(explain: Readonly<Record<Complaint, Explain>>): readonly Rule[] {
  const known = new WeakMap<Evidence, Explained | 'nothing'>();
  const first = (evidence: Evidence): Explained | 'nothing' => {
    const found = known.get(evidence) ?? firstExplained(evidence, explain) ?? 'nothing';
    known.set(evidence, found);
    return found;
  };
  return (Object.keys(explain) as Complaint[]).map((complaint) =>
    rule(`stated/${complaint}`, (evidence) => {
      const found = first(evidence);
      return found !== 'nothing' && found.complaint === complaint ? found.finding : undefined;
    }),
  );
}

/** Their messages are about their own files. */
const buildTools = /^(?:mvn|mvnw|gradle|gradlew|make|nix)$/;

function firstExplained(evidence: Evidence, explain: Readonly<Record<Complaint, Explain>>): Explained | undefined {
  if (buildTools.test(programName(stdioOf(evidence)?.command ?? 'mvn')) || !(evidence.end || evidence.timedOut))
    return undefined;
  for (const statement of statementsOf(evidence)) {
    const { complaint, line } = statement;
    const found = explain[complaint](statement, evidence);
    if (found) return { complaint, finding: { ...found, proof: line, isCertain: false } };
  }
  return undefined;
}

/** An address in a message is often that of a page with help. */
const help =
  /(?:see|visit|at|from|docs?|more|get one|information|check|here|open|go to|read|via|refer to|under|,|:)\s*["'<(]?$/i;

/** The name that matters most: the first one that has a kind, else the first. */
function mainName({ named, text, complaint }: Statement): Named | undefined {
  const fitting = named.filter(
    ({ noun, name, at }) =>
      !(noun === 'address' && complaint !== 'unreachable' && /^https?:/.test(name) && help.test(text.slice(0, at))) &&
      !(noun === 'variable' && /^(?:ERR|E)_/.test(name)),
  );
  const known = fitting.find(({ noun }) => noun !== 'thing');
  const isPhrase = fitting[0]?.name.startsWith('"') ?? false;
  if (isPhrase && complaint === 'denied') return undefined;
  return known ?? (vague.has(complaint) && !(isPhrase && complaint === 'invalid') ? undefined : fitting[0]);
}

/** What it should be, in the words of the message: "must start with '/'". */
export function whyIn({ text }: Statement): string {
  const found =
    /\b(?:must|should|expected|has to|needs to|out of range|cannot be|allowed values|valid values|one of|is not)\b[^\n]{2,120}/i.exec(
      text,
    )?.[0];
  return found === undefined ? '.' : `: ${found.replace(/\.$/, '')}`;
}

/** A bare word that is not valid or not supported tells nobody what to change. */
const vague: ReadonlySet<Complaint> = new Set(['invalid', 'unsupported']);

/** Messages list what is missing or not there. */
const complaintOfSeveral: ReadonlySet<Complaint> = new Set(['missing', 'absent']);

/** One sentence with the name in it, and what can be done about such a thing. */
export function aboutName(
  sentence: (what: string, name: Named, statement: Statement) => string,
  advice: () => string,
): Explain {
  return (statement, evidence) => {
    const name = mainName(statement);
    if (!name) return undefined;
    const alike = complaintOfSeveral.has(statement.complaint)
      ? statement.named.filter(({ noun }) => noun === name.noun)
      : [];
    const what = thing(name.noun, alike.length > 1 ? alike.map((each) => each.name).join(', ') : name.name);
    return {
      cause: capital(sentence(what, name, statement)),
      remedies: [...cureFor(name, statement, evidence), advise(advice())],
    };
  };
}

function capital(text: string): string {
  return text.startsWith('the ') ? `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}` : text;
}
