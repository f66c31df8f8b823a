/** The title, where it says more than the name does: "Get Sum Tool" beside `get-sum` only takes room. */
export function titleBeside({
  name,
  title,
}: {
  readonly name: string;
  readonly title?: string | undefined;
}): string | undefined {
  if (title === undefined) return undefined;
  const [named, titled] = [lettersOf(name), lettersOf(title)];
  return titled === named || titled === `${named}tool` || titled === `${named}prompt` ? undefined : title;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
