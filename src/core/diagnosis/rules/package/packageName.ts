/** Whether an argument names the package, with or without a version. */
export function isPackageArg(arg: string, name: string): boolean {
  return withoutVersion(arg.replace(/^--(?:package|from)=|^(?:npm|jsr):/, '')) === withoutVersion(name);
}

export function withoutVersion(text: string): string {
  return text.replace(/(?<=.)(?:@|==|>=|~=)[^/]*$/, '');
}
