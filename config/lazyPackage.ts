import path from 'node:path'
import webpack, { type Chunk, type Compiler, type Module } from 'webpack'
import type Chain from 'webpack-chain'

/** The sub-package of the mini-program whose single file contains everything that `import()` loads. */
const root = 'packages/lazy'
const file = `${root}/parts`

const { RuntimeGlobals, RuntimeModule } = webpack

/** Loads a file of that package. The path is literal, because WeChat reads the code to find the files to upload. */
class LoadLazyPart extends RuntimeModule {
  constructor() {
    super('load lazy part')
  }

  override generate(): string {
    return `${RuntimeGlobals.loadScript} = (address, done) => {
      require.async('./${file}.js').then(() => done({ type: 'load' }), () => done({ type: 'error', target: { src: address } }))
    }`
  }
}

/**
 * Keeps lazy code out of the main package, where Taro would put it, because Taro treats `import()` as another `require`. The lazy chunks become
 * one file of a sub-package that WeChat fetches beside the first page (`preloadRule`) and `require.async` runs. Styles stay in the main package.
 */
class LazyPackage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('LazyPackage', (compilation) => {
      // Runs before Taro's plugin sorts modules by the names of their chunks, so that the plugin puts these into a sub-package.
      compilation.hooks.optimizeChunks.tap({ name: 'LazyPackage', stage: -100 }, (chunks) => {
        for (const chunk of chunks) if (isLazy(chunk)) chunk.name = `${root}/${chunk.name ?? chunk.debugId}`
      })
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        .tap({ name: 'LazyPackage', stage: -100 }, (chunk) => {
          compilation.addRuntimeModule(chunk, new LoadLazyPart())
          return true
        })
    })
  }
}

function isLazy(chunk: Chunk): boolean {
  return !chunk.canBeInitial()
}

/** Whether only sub-packages use a module. */
function isBehindMain(module: Module, { chunkGraph }: { chunkGraph: webpack.ChunkGraph }): boolean {
  return [...chunkGraph.getModuleChunks(module)].every((chunk) => chunk.name?.startsWith('packages/'))
}

/** The files that H5 loads on demand, and that a sub-package of the mini-program contains. */
const ownParts = /[\\/]src[\\/](i18n[\\/].*[\\/]load|screens[\\/](landing|session|shares)[\\/].*[\\/]Lazy\w+)\.tsx?$/

export function lazyPackage(chain: Chain): void {
  chain.module
    .rule('own-parts')
    .test(ownParts)
    .enforce('pre')
    .use('own-parts')
    .loader(path.join(__dirname, 'ownParts.cjs'))
  chain.plugin('lazy-package').use(LazyPackage).before('miniSplitChunksPlugin')
  const { cacheGroups } = chain.optimization.get('splitChunks')
  chain.optimization.merge({
    splitChunks: {
      cacheGroups: {
        ...cacheGroups,
        lazy: { name: file, chunks: isLazy, type: /^javascript/, test: isBehindMain, priority: 20_000, enforce: true },
        lazyStyles: { name: 'lazy-styles', chunks: isLazy, type: 'css/mini-extract', priority: 20_000, enforce: true },
      },
    },
  })
}
