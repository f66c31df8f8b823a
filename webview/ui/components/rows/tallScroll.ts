/**
 * Chromium makes no element higher than 2^25 pixels, which is a million and a half rows. Beyond half of that the scroll
 * bar stands for the whole list on a smaller scale, and only what moves it a little moves the rows by as much.
 */
const maxSpacePx = 2 ** 24;
/** At both ends the element moves with the list, or the wheel would come to the end of the one before that of the other. */
const edgePx = 100_000;
/** A step of the wheel, an arrow or a page is less; the least move of a scroll bar is more. */
const stepPages = 4;

interface ScrolledList {
  readonly totalPx: number;
  /** Of the part in view. */
  readonly height: number;
}

export interface ScrollPlace {
  /** Where the element is scrolled to. */
  readonly px: number;
  /** How much further down the list is. */
  readonly shift: number;
}

export function spacePx(totalPx: number): number {
  return Math.min(totalPx, maxSpacePx);
}

/** How far the list and the element can be scrolled. */
function rangesOf({ totalPx, height }: ScrolledList): { readonly list: number; readonly element: number } {
  return { list: Math.max(0, totalPx - height), element: Math.max(0, spacePx(totalPx) - height) };
}

function isTall({ totalPx }: ScrolledList): boolean {
  return totalPx > maxSpacePx;
}

/** Where to scroll the element to, so that the list is at `top`. */
export function placeOf(top: number, scrolled: ScrolledList): ScrollPlace {
  if (!isTall(scrolled)) return { px: top, shift: 0 };
  const { list, element } = rangesOf(scrolled);
  const within = Math.round(Math.min(list, Math.max(0, top)));
  const px = Math.round(scaled(within, list, element));
  return { px, shift: within - px };
}

/** A place of one range in another: the same at both edges, in proportion between them. */
function scaled(at: number, range: number, other: number): number {
  if (at <= edgePx) return at;
  if (range - at <= edgePx) return other - (range - at);
  return edgePx + ((at - edgePx) / (range - 2 * edgePx)) * (other - 2 * edgePx);
}

/** The same place after the list has become longer or shorter. */
export function placeWithin({ px, shift }: ScrollPlace, scrolled: ScrolledList): ScrollPlace {
  if (!isTall(scrolled)) return { px, shift: 0 };
  const { list, element } = rangesOf(scrolled);
  const at = Math.min(px, element);
  return { px: at, shift: Math.min(list, Math.max(0, at + shift)) - at };
}

/** The user has scrolled the element to `px`. Whole, so that rows stay on whole pixels. */
export function placeAfter(before: ScrollPlace, px: number, scrolled: ScrolledList): ScrollPlace {
  if (!isTall(scrolled)) return { px, shift: 0 };
  const { list, element } = rangesOf(scrolled);
  if (Math.abs(px - before.px) <= stepPages * scrolled.height)
    return roomAround(placeWithin({ px, shift: before.shift }, scrolled), scrolled);
  return { px, shift: Math.round(scaled(px, element, list) - px) };
}

/** Many small steps may lead the element to its end before the list is at its own. */
function roomAround(place: ScrollPlace, scrolled: ScrolledList): ScrollPlace {
  const { element } = rangesOf(scrolled);
  const isNearEnd = place.px < scrolled.height || place.px > element - scrolled.height;
  return isNearEnd ? placeOf(place.px + place.shift, scrolled) : place;
}
