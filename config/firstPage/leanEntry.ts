import path from 'node:path'
import webpack, { type Compiler, type NormalModule } from 'webpack'

const written = /[\\/]taro-loader[\\/]lib[\\/]h5\b/

/** Lets `appEntry` write the app's entry. */
export class LeanEntry {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('LeanEntry', (compilation) => {
      const { loader } = webpack.NormalModule.getCompilationHooks(compilation)
      // After Taro has chosen its own loader.
      loader.tap({ name: 'LeanEntry', stage: 1 }, (_context, module) => {
        for (const each of (module as NormalModule).loaders)
          if (written.test(each.loader)) each.loader = path.join(__dirname, 'appEntry.cjs')
      })
    })
  }
}
