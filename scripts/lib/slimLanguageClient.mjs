// @ts-check
// What the language client and server bring twice, or for a language server that can do more than ours: a seventh of the
// code of the host.

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

/** @param {string} root @returns {import('esbuild').Plugin} */
export function slimLanguageClient(root) {
  return {
    name: 'slim language client',
    setup(build) {
      build.onResolve({ filter: neverOffered }, ({ path, importer }) =>
        /[\\/]vscode-languageclient[\\/]lib[\\/]common[\\/]/.test(importer) ? { path, namespace: 'absent' } : undefined,
      );
      build.onResolve({ filter: /^semver\/functions\// }, ({ path, importer }) =>
        /[\\/]vscode-languageclient[\\/]/.test(importer) ? { path, namespace: 'any-version' } : undefined,
      );
      // The server's own copies differ from the client's by corrected mistakes only.
      build.onResolve(
        { filter: /^vscode-(?:jsonrpc|languageserver-(?:protocol|types))(?:\/|$)/ },
        ({ path, importer, kind }) =>
          /[\\/]vscode-languageserver[\\/]lib[\\/]/.test(importer)
            ? build.resolve(path, { resolveDir: root, kind })
            : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: absent }));
      build.onLoad({ filter: /./, namespace: 'any-version' }, () => ({ contents: anyVersion }));
    },
  };
}
