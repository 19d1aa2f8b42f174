import webpack, { type Compiler, type Module, type NormalModule } from 'webpack'

/** Writes issuers.json: per module, the file that first imported it. `npm run bench ledger` shows that file in the last column. */
export class Issuers {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Issuers', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'Issuers', stage }, () => {
        const nameOf = (module: Module | null | undefined) => (module as NormalModule | null | undefined)?.resource
        const issuers: Record<string, string> = {}
        for (const module of allOf(compilation.modules)) {
          const name = nameOf(module)
          const issuer = nameOf(compilation.moduleGraph.getIssuer(module))
          if (name && issuer) issuers[name] = issuer
        }
        compilation.emitAsset('issuers.json', new webpack.sources.RawSource(JSON.stringify(issuers)))
      })
    })
  }
}

/** Includes modules that webpack concatenated. */
function allOf(modules: Iterable<Module>): Module[] {
  return [...modules].flatMap((module) => [module, ...((module as Module & { modules?: Module[] }).modules ?? [])])
}
