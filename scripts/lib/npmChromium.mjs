// @ts-check
import { chmodSync, createReadStream, createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { fetchPackage, untar } from './fetchPackage.mjs';
import { chromiumPin } from './pins.mjs';

// The package's own file names folders of a cloud function; here the fonts lie beside the file, and the system's help.
// The last rule: without it a semibold text in the workbench's fonts gets any font that has this weight, a serif.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer></alias>
  <match target="pattern">
    <test name="family" qual="all" compare="not_contains"><string>mono</string></test>
    <edit name="family" mode="append_last" binding="strong"><string>Open Sans</string></edit>
  </match>
</fontconfig>
`;

/** @param {string} packed @param {string} plain */
function unbrotli(packed, plain) {
  return pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(plain));
}

/** @param {string} packed @param {string} dir */
async function unpackTar(packed, dir) {
  const plain = packed.replace(/\.br$/, '');
  await unbrotli(packed, plain);
  await untar(plain, dir);
  rmSync(plain);
}

/** @param {string} dir the unpacked npm package */
async function unpackBrowser(dir) {
  const packed = join(dir, 'bin');
  const browser = join(dir, 'browser');
  mkdirSync(browser);
  await unbrotli(join(packed, 'chromium.br'), join(browser, 'chromium'));
  chmodSync(join(browser, 'chromium'), 0o755);
  await unpackTar(join(packed, 'swiftshader.tar.br'), browser);
  await unpackTar(join(packed, 'al2023.tar.br'), join(browser, 'system'));
  await unpackTar(join(packed, 'fonts.tar.br'), join(browser, 'system'));
  rmSync(packed, { recursive: true });
}

/** A headless Chromium made for machines without its libraries, which it therefore brings along. */
export async function ensureNpmChromium() {
  const label = 'Fetching a headless Chromium (about 70 MB, once)';
  const browser = join(await fetchPackage(chromiumPin, label, { revision: 'r2', prepare: unpackBrowser }), 'browser');
  const fonts = join(browser, 'system/own-fonts.conf');
  writeFileSync(fonts, fontsConf); // each time, so that a change needs no new download
  const env = { LD_LIBRARY_PATH: join(browser, 'system/lib'), FONTCONFIG_FILE: fonts };
  return { executablePath: join(browser, 'chromium'), env };
}
