/** Whether one is a multiple of the other as they are written: 0.3 is one of 0.1, in spite of binary fractions. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  if (!Number.isFinite(value)) return false;
  const [left, right] = [decimalOf(value), decimalOf(step)];
  const exponent = Math.min(left.exponent, right.exponent);
  return scaled(left, exponent) % scaled(right, exponent) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
