import webpack, { type Compiler } from 'webpack'

/** Leaves out of webpack's own code, which is in the app's chunk, what this app has no use for. */
export class LeanRuntime {
  apply(compiler: Compiler): void {
    // Tells several webpack builds in one page apart; configurations must not be without it.
    compiler.options.output.uniqueName = ''
    // Every browser of the browserslist knows it.
    new webpack.DefinePlugin({ global: 'globalThis' }).apply(compiler)
    compiler.hooks.thisCompilation.tap('LeanRuntime', (compilation) => {
      // The name as the id: one table less, from numbers to names.
      compilation.hooks.beforeChunkIds.tap('LeanRuntime', (chunks) => {
        for (const chunk of chunks) if (chunk.name) chunk.ids = [(chunk.id = chunk.name)]
      })
    })
  }
}
