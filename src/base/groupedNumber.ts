/** The one style of large numbers, in views and dialogs alike. */
export function groupedNumber(value: number): string {
  return value.toLocaleString('en-US');
}
