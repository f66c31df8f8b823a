import { mark } from './mark.ts';

/** Prose has no digits in its words; a key nearly always has, or is long. */
export function looksSecret(value: string): boolean {
  if (isPlaceholder(value) || /\s/.test(value) || value.includes(mark)) return false;
  return value.length >= 20 || (value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

/** A variable, a blank to be filled in, or a value that is redacted already. */
export function isPlaceholder(value: string): boolean {
  return /^(?:\$\{|\$$|\$[A-Za-z_]|%[A-Za-z_]+%|<|\{\{|\[redacted|\*{3,}|x{4,}|your[-_]|(?:null|undefined|true|false|string|token|value|key|secret|password)\W*$)/i.test(
    value,
  );
}
