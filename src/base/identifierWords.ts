/** Words of an identifier in lower case: `apiKey`, `X-API-Key` and `api_key` are the same ones. */
export function identifierWords(identifier: string): readonly string[] {
  const split = identifier.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return split
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
