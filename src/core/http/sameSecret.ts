import { timingSafeEqual } from 'node:crypto';

/** Constant time but for the length, which is not secret. No text is the same as an empty secret. */
export function isSameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return secret !== '' && left.length === right.length && timingSafeEqual(left, right);
}
