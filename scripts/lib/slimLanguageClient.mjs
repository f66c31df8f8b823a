// @ts-check
// What the language client brings for a language server that can do more than ours.

/** What our server never offers (src/lsp/server.ts); a client has a module for each. */
const neverOffered =
  /^\.\/(?:notebook|diagnostic|semanticTokens|callHierarchy|typeHierarchy|inlineValue|inlineCompletion|linkedEditingRange|colorProvider|foldingRange|selectionRange|textDocumentContent|fileOperations|signatureHelp|documentHighlight|workspaceSymbol|formatting|typeDefinition|implementation|declaration)$/;

/** A feature that announces nothing. */
const absent = `class Absent {
  fillClientCapabilities() {}
  preInitialize() {}
  initialize() {}
  getState() { return { kind: 'static' }; }
  clear() {}
}
module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : Absent) });`;

/** The manifest says which VS Code is needed, so that its version is not read again. */
const anyVersion = 'module.exports = () => ({ prerelease: [] });';

/** @returns {import('esbuild').Plugin} */
export function slimLanguageClient() {
  return {
    name: 'slim language client',
    setup(build) {
      build.onResolve({ filter: neverOffered }, ({ path, importer }) =>
        /[\\/]vscode-languageclient[\\/]lib[\\/]common[\\/]/.test(importer) ? { path, namespace: 'absent' } : undefined,
      );
      build.onResolve({ filter: /^semver\/functions\// }, ({ path, importer }) =>
        /[\\/]vscode-languageclient[\\/]/.test(importer) ? { path, namespace: 'any-version' } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: absent }));
      build.onLoad({ filter: /./, namespace: 'any-version' }, () => ({ contents: anyVersion }));
    },
  };
}
