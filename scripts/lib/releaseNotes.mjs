// @ts-check
import { Trouble } from './say.mjs';

/**
 * What the changelog says of a version. Throws where it says nothing: a release without notes helps nobody.
 * @param {string} changelog @param {string} version or `Unreleased`
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/[\s,–(]/, 1)[0] === version);
  const notes = found?.slice(found.indexOf('\n') + 1).trim() ?? '';
  if (notes === '') throw new Trouble(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

/** A tag is `v` and the version of package.json. @param {string} tag @param {string} version */
export function assertTag(tag, version) {
  if (tag !== `v${version}`) throw new Trouble(`The tag ${tag} does not fit version ${version} of package.json.`);
}
