import { canBeKey } from '../../known/services.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';

/** The entry sets a variable that is called almost so: in another case, misspelled, or with another word for a key. */
export function alike(name: string, evidence: Evidence): string | undefined {
  const set = Object.entries(stdioOf(evidence)?.env ?? {}).filter(([each, value]) => each !== name && value);
  return set.map(([each]) => each).find((each) => isAlike(each, name));
}

const words =
  /^(?:API|KEY|TOKEN|SECRET|PAT|ACCESS|AUTH|PERSONAL|MCP|BOT|ID|URL|URI|HOST|BASE|ENDPOINT|ADDRESS|PASS|PASSWORD|PWD)$/;
const ofSecret = /KEY|TOKEN|SECRET|PAT$|PASS|PWD/i;
const ofAddress = /URL|URI|HOST|ENDPOINT|ADDRESS/i;

function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.toUpperCase().replaceAll('-', '_'), other.toUpperCase()];
  if (a === b || (a.includes('_') && withinEdits(a, b, 2) && !areTwo(a, b))) return true;
  const [own, wanted] = [a, b].map((each) =>
    each
      .split('_')
      .filter((word) => !words.test(word))
      .join('_'),
  );
  return own !== '' && own === wanted && a.split('_').at(-1) === b.split('_').at(-1);
}

/** A key of the application is another one than that of the API. */
function areTwo(a: string, b: string): boolean {
  const [one, other] = [a.split('_'), b.split('_')];
  return (
    one.length === other.length &&
    one.some((word, at) => word !== other[at] && Math.max(word.length, other[at]?.length ?? 0) < 5)
  );
}

/** Perhaps: some services have both a key and a token, and some servers call theirs after nothing of the service. */
export function possible(name: string, evidence: Evidence): string | undefined {
  const own = name.split('_', 1)[0] ?? '';
  const given = Object.keys(stdioOf(evidence)?.env ?? {}).filter(
    (each) => each !== name && [ofSecret, ofAddress].some((kind) => kind.test(each) && kind.test(name)),
  );
  return (
    given.find((each) => each.toUpperCase().startsWith(`${own}_`) || each.toUpperCase().endsWith(`_${name}`)) ??
    given.find((each) => isOfServer(each, name, evidence))
  );
}

/** Called after the server, which what is missing is not; or after nothing at all. */
function isOfServer(other: string, name: string, evidence: Evidence): boolean {
  const { command = '', args = [] } = stdioOf(evidence) ?? {};
  const server = [command, ...args].join(' ').toLowerCase();
  const isNamed = (word: string): boolean => word.length > 3 && server.includes(word.toLowerCase());
  const [own, wanted] = [other, name].map((each) => each.split('_').filter((word) => !words.test(word)));
  if (new RegExp(`\\b${other}\\b`).test(outputOf(evidence))) return false;
  if (own?.length === 0) return other.includes('_');
  return (own?.some(isNamed) ?? false) && !wanted?.some(isNamed);
}

/** Not where its value is a key of another kind. */
export function plausible(name: string, evidence: Evidence): string | undefined {
  const other = possible(name, evidence);
  const value = stdioOf(evidence)?.env[other ?? ''] ?? '';
  return ofSecret.test(name) && !canBeKey(name, value) ? undefined : other;
}
