/** Things in a text that look like paths of files; at most eight. */
export function pathsIn(text: string): readonly string[] {
  if (!text.includes('/') && !text.includes('.')) return [];
  return (text.slice(0, 2000).match(pathLike) ?? []).slice(0, 8);
}

const pathLike =
  /(?<![\w/.])(?:[\w.@[\]()-]{1,80}\/){1,20}[\w.@[\]()-]{1,80}|(?<![\w.])[\w-]{1,80}\.(?:py|[cm]?[jt]sx?|java|go|cs|cshtml|rb|erb|php|rs|[ch](?:pp|xx|c)?|html?|ya?ml|tf|json|xml|sql|conf|env|vue|graphql)\b(?![(.\w])/g;
