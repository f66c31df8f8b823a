import { isSecretField } from './redactFields.ts';
import { redactPatterns } from './redactPatterns.ts';

type Values = Readonly<Record<string, string | null | undefined>>;

/** Names that say what a program needs to run, or what a client accepts: their values are no secrets. */
const ordinaryNames = new Set(
  `PATH HOME USER USERNAME LOGNAME SHELL TERM LANG LANGUAGE TZ PWD OLDPWD TMPDIR TEMP TMP HOSTNAME HOST PORT EDITOR PAGER
   NODE_ENV NODE_OPTIONS NODE_PATH PYTHONPATH LOG_LEVEL LOGLEVEL DEBUG DISPLAY JAVA_HOME GOPATH CARGO_HOME
   ACCEPT ACCEPT-LANGUAGE ACCEPT-ENCODING CACHE-CONTROL CONNECTION CONTENT-TYPE ORIGIN REFERER USER-AGENT
   MCP-PROTOCOL-VERSION`.split(/\s+/),
);
const ordinaryWords =
  /^(?:production|development|staging|testing|default|disabled|enabled|verbose|warning|localhost|readonly|read-only|public|private|global|stdio|streamable-http|unlimited|\d{1,7}|[a-z]{2}[-_][A-Z]{2}(?:\.UTF-8)?|[a-z]{2}-[a-z]{4,12}-\d|\w+\/[\w.+-]+|v?\d+(?:\.\d+){1,3})$/i;
const path = /^(?:[A-Za-z]:[\\/]|\\\\|\.{0,2}\/|~)/;
const host = /^(?:[a-z0-9-]{1,30}\.){0,5}[a-z-]{1,20}:\d{1,5}$|^(?:[a-z0-9-]{1,30}\.){1,5}[a-z]{2,12}$/;
const shortest = 6;

/** What must not be shown of an entry's variables or headers, whatever their names: each value, and its parts. */
export function secretsIn(values: Values): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const parts = partsOf(value);
    return isOrdinary(name, value) ? parts : parts.concat(value);
  });
}

/** The same of a whole environment, where most values are ordinary: only those whose name or form is telling. */
export function secretsInEnvironment(env: Values): readonly string[] {
  return secretsIn(
    Object.fromEntries(
      Object.entries(env).filter(
        ([name, value]) => isSecretField(name) || redactPatterns(value ?? '') !== (value ?? ''),
      ),
    ),
  );
}

/** Redacting a port, a folder or a log level would make every text unreadable, and protect nothing. */
export function isOrdinary(name: string, value: string): boolean {
  if (ordinaryNames.has(name.toUpperCase())) return true;
  if (isSecretField(name)) return false;
  if (value.length < shortest || ordinaryWords.test(value)) return true;
  if (redactPatterns(value) !== value) return false;
  return path.test(value) || host.test(value) || /^[a-z][a-z+.-]*:\/\/[^@]*$/i.test(value);
}

/** A server may print the token without its scheme, or the password without its address. */
export function partsOf(value: string): string[] {
  const bare = /^\s*(?:bearer|basic|token|apikey|ssws|bot)\s+(.+)$/i.exec(value)?.[1]?.trim();
  const inBasic = bare !== undefined && /^\s*basic/i.test(value) ? passwordOf(bare) : undefined;
  const inAddress = /:\/\/[^\s/?#@:]*:([^\s/?#]+)@/.exec(value)?.[1];
  const named = [...value.matchAll(/(?:^|[;?&#\s])([\w.-]{1,64})=([^;&\s#]+)/g)].flatMap(([, name = '', part = '']) =>
    isSecretField(name) || /^(?:key|sig)$/i.test(name) ? [part] : [],
  );
  return [bare, inBasic, inAddress, ...named].flatMap((part) => (part === undefined ? [] : [part, decoded(part)]));
}

function passwordOf(basic: string): string | undefined {
  return /^[^:]*:(.+)$/s.exec(Buffer.from(basic, 'base64').toString('utf8'))?.[1];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a percent sign that encodes nothing
  }
}
