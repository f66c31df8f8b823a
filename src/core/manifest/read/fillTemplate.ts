/** Puts values in the place of `{name}`, in one pass: a value is never read as a template. Other braces stay as they are. */
export function fillTemplate(template: string, valueOf: (name: string) => string | undefined): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => valueOf(name) ?? whole);
}
