// Server output may hold escape sequences: colours at best, at worst commands to the terminal that shows them.
// oxlint-disable no-control-regex -- control characters are what this file is about
const escapes =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_]|[ -/]+[0-~])|\u009B[0-?]*[ -/]*[@-~]/g;
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Text without colours, cursor moves, titles and bells; tabs and line ends stay. */
export function plainText(text: string): string {
  return text.replaceAll(escapes, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(controls, '');
}
