/** Of native modules, by which each major version of Node.js differs. */
const nodes: Readonly<Record<string, string>> = {
  83: '14',
  93: '16',
  102: '17',
  108: '18',
  111: '19',
  115: '20',
  120: '21',
  127: '22',
  131: '23',
  137: '24',
  141: '25',
};

export function nodeOfModules(version: string): string | undefined {
  return Object.hasOwn(nodes, version) ? nodes[version] : undefined;
}
