import type { Frame, Locator } from 'playwright-core';

const cellPx = 16;
const levels = 16;

/**
 * A picture as a grid of lightness, one hexadecimal digit for each 16 × 16 pixels: small enough to keep as text, and to
 * see in a difference where something moved. Letters are hidden, because their shapes differ between machines.
 */
export async function pictureGrid(frame: Frame, element: Locator): Promise<string> {
  await frame.evaluate(hideText);
  const png = await element.screenshot({ animations: 'disabled' });
  return frame.evaluate(gridOf, { url: `data:image/png;base64,${png.toString('base64')}`, cellPx, levels });
}

function hideText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { color: transparent !important; fill: none !important; caret-color: transparent !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

interface GridOptions {
  readonly url: string;
  readonly cellPx: number;
  readonly levels: number;
}

async function gridOf({ url, cellPx: cell, levels: most }: GridOptions): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(Math.ceil(image.width / cell), Math.ceil(image.height / cell));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const rows = Array.from({ length: canvas.height }, (_, y) =>
    Array.from({ length: canvas.width }, (_each, x) => {
      const at = 4 * (y * canvas.width + x);
      const light = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
      return Math.min(most - 1, Math.floor((light * most) / 256)).toString(most);
    }).join(''),
  );
  return `${rows.join('\n')}\n`;
}

/** The share of cells whose lightness differs by more than one step; a grid of another size differs everywhere. */
export function gridDifference(before: string, now: string): number {
  if (before.length !== now.length) return 1;
  const cells = [...before].filter((cell, at) => {
    const other = now[at] ?? '\n';
    return cell !== other && Math.abs(Number.parseInt(cell, levels) - Number.parseInt(other, levels)) > 1;
  });
  return cells.length / before.length;
}
