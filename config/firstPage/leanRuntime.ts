import webpack, { type Compiler } from 'webpack'

/** Removes unused parts of webpack's own code, which is in the app's chunk. */
export class LeanRuntime {
  apply(compiler: Compiler): void {
    // Distinguishes several webpack builds in one page. Configurations require it.
    compiler.options.output.uniqueName = ''
    // Every browser of the browserslist supports it.
    new webpack.DefinePlugin({ global: 'globalThis' }).apply(compiler)
    compiler.hooks.thisCompilation.tap('LeanRuntime', (compilation) => {
      // Uses the name as the id, which saves a table from numbers to names.
      compilation.hooks.beforeChunkIds.tap('LeanRuntime', (chunks) => {
        for (const chunk of chunks) if (chunk.name) chunk.ids = [(chunk.id = chunk.name)]
      })
    })
  }
}
