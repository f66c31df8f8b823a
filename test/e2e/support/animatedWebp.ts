import type { Page } from 'playwright-core';

/** One picture of a film. */
export interface FilmFrame {
  readonly png: Buffer;
  readonly shownMs: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Joins pictures of one size to a film that repeats: the browser packs each, the container is written here. */
export async function animatedWebp(page: Page, size: Size, frames: readonly FilmFrame[]): Promise<Buffer> {
  const parts: Buffer[] = [chunk('VP8X', screenHead(size)), chunk('ANIM', Buffer.alloc(6))];
  for (const { png, shownMs } of frames) {
    const image = imageChunk(await packWebp(page, png, { scale: 1, quality: 0.82 }));
    parts.push(chunk('ANMF', Buffer.concat([frameHead(size, shownMs), image])));
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

interface Packing {
  readonly scale: number;
  readonly quality: number;
}

/** As WebP, lossy; the browser has the encoder. */
export async function packWebp(page: Page, png: Buffer, packing: Packing): Promise<Buffer> {
  const url = await page.evaluate(
    async ({ text, scale, quality }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
      const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const to = canvas.getContext('2d', { alpha: false });
      if (to) to.imageSmoothingQuality = 'high';
      to?.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL('image/webp', quality);
    },
    { text: png.toString('base64'), ...packing },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** The packed picture without its own container, in which there may be a colour profile too. */
function imageChunk(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length;) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    const next = end + (end % 2);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at, next);
    at = next;
  }
  throw new Error('the browser packed no lossy WebP picture');
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

const animates = 0x02;

function screenHead({ width, height }: Size): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(animates, 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return head;
}

function frameHead({ width, height }: Size, shownMs: number): Buffer {
  const head = Buffer.alloc(16); // it begins with the place of the picture: the corner
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  head.writeUIntLE(shownMs, 12, 3);
  return head;
}
