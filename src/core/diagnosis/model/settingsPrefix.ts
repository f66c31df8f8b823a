import { type Evidence, outputOf, stdioOf } from './evidence.ts';
import { sourceFile } from './sourcePlace.ts';

/** pydantic names the fields of a class, and the complaint about each below. */
const field = /(?:^|\n)\s*([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\n\s+[^\n]{3,200}\[type=/g;

/** What the variables of such a class begin with: as "env" has them, or as the source says. */
export function settingsPrefix(evidence: Evidence): string {
  const fields = [...outputOf(evidence).matchAll(field)].map(([, name = '']) => `_${name.toUpperCase()}`);
  const names = Object.keys(stdioOf(evidence)?.env ?? {});
  if (fields.some((each) => names.includes(each.slice(1)))) return '';
  const set = names.flatMap((name) => {
    const end = fields.find((each) => name.toUpperCase().endsWith(each));
    return end === undefined ? [] : [name.slice(0, name.length - end.length + 1)];
  });
  return set[0] ?? (fields.length > 0 ? inSource(evidence) : '');
}

function inSource(evidence: Evidence): string {
  const files = [...outputOf(evidence).matchAll(/File "([^"\n<]{1,300}\.py)", line/g)].map(([, file = '']) => file);
  for (const file of new Set(files)) {
    const full = /site-packages/.test(file) ? undefined : sourceFile(file, evidence);
    const found = full && /env_prefix\s*=\s*["'](\w{1,40})["']/.exec(evidence.machine.head(full))?.[1];
    if (found) return found.toUpperCase();
  }
  return '';
}
