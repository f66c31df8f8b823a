// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, repoRoot } from './paths.mjs';

/** @param {string} file relative to the repository */
function readJson(file) {
  return JSON.parse(readFileSync(join(repoRoot, file), 'utf8'));
}

/** @param {string} name @param {string} version */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** A licence is an SPDX identifier or an expression of them. @param {string} licence */
function licensesOf(licence) {
  return /[ ()]/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** From the lock file: `sha512-<base64>`. @param {string} integrity */
function hashesOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }];
}

/** @param {string} folder of the package @param {Record<string, { integrity: string }>} locked */
function componentOf(folder, locked) {
  const { name, version, license } = readJson(`${folder}/package.json`);
  const purl = purlOf(name, version);
  const integrity = locked[folder]?.integrity;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: licensesOf(license),
    ...(integrity && { hashes: hashesOf(integrity) }),
  };
}

/** A font: the bundler copies it without a word. */
const copied = 'node_modules/@vscode/codicons';

/** The folders of packages; there may be two of one name. @param {readonly { inputs: object }[]} reports */
function bundledFolders(reports) {
  const files = reports.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set([...folders, copied])].toSorted();
}

/**
 * What is in the bundles, by what the bundler says, as CycloneDX. `npm sbom` would list what is installed instead:
 * packages that are not shipped, and none of those that are shipped as a part of others.
 * @param {...{ inputs: object }} reports of the bundler
 */
export function billOfMaterials(...reports) {
  const { name, version, license } = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  const components = bundledFolders(reports).map((folder) => componentOf(folder, packages));
  const purl = purlOf(name, version);
  // The same content has the same number, so that two builds of one commit are the same.
  const digest = createHash('sha256')
    .update(JSON.stringify([purl, components]))
    .digest('hex');
  const serial = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl,
        name,
        version,
        purl,
        ...(license && { licenses: licensesOf(license) }),
      },
    },
    components,
    dependencies: [{ ref: purl, dependsOn: components.map((component) => component.purl) }],
  };
}

/** Beside the package; `dist/` must be built. Answers with its path. */
export function writeBillOfMaterials() {
  const file = join(outDir, 'mcp-switchboard.cdx.json');
  const bill = billOfMaterials(readJson('dist/meta/host.json'), readJson('dist/meta/webview.json'));
  writeFileSync(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  return { path: file, components: bill.components.length };
}
