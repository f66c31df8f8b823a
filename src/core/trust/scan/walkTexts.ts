/** So many places are looked at: far more than any definition has. */
const maxPlaces = 200_000;

interface Place {
  readonly value: unknown;
  readonly step?: string | number;
  readonly above?: Place;
}

/**
 * Every text in a definition, at any depth. The pointer is made only for the few texts that are worth one. With a list
 * of places to look at, not by recursion: a server chooses the depth.
 */
export function walkTexts(
  root: unknown,
  visit: (text: string, pointer: () => string) => void,
  visitKey: (key: string, pointer: () => string) => void,
): void {
  const open: Place[] = [{ value: root }];
  for (let count = 0; count < maxPlaces; count++) {
    const place = open.pop();
    if (!place) return;
    const { value } = place;
    if (typeof value === 'string') visit(value, () => pointerOf(place));
    else if (typeof value === 'object' && value !== null) {
      const below = placesIn(value, place);
      if (!Array.isArray(value)) for (const each of below) visitKey(String(each.step), () => pointerOf(each));
      for (let at = below.length - 1; at >= 0; at--) open.push(below[at]!); // the first one is looked at next
    }
  }
}

function placesIn(value: object, above: Place): readonly Place[] {
  if (Array.isArray(value)) return value.map((each: unknown, step) => ({ value: each, step, above }));
  return Object.entries(value).map(([step, each]: [string, unknown]) => ({ value: each, step, above }));
}

function pointerOf(place: Place): string {
  const steps: string[] = [];
  for (let at: Place | undefined = place; at?.step !== undefined; at = at.above)
    steps.push('/' + String(at.step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return steps.toReversed().join('');
}
