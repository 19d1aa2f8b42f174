import path from 'node:path'
import webpack, { type Chunk, type Compiler, type Module } from 'webpack'
import type Chain from 'webpack-chain'

/** The sub-package of the mini-program that holds, in one file, what `import()` loads. */
const root = 'packages/lazy'
const file = `${root}/parts`

const { RuntimeGlobals, RuntimeModule } = webpack

/** Loads a file of that package. The path is literal because WeChat finds what must be uploaded by reading it. */
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
 * What Taro would put into the main package: it knows `import()` only as another `require`. Here its chunks become one file of a
 * sub-package that WeChat fetches beside the first page (`preloadRule`) and `require.async` runs. Styles stay in the main package.
 */
class LazyPackage {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('LazyPackage', (compilation) => {
      // Before Taro's plugin sorts modules by the names of their chunks: it then counts these as a sub-package's.
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

/** Whether only sub-packages want a module. */
function isBehindMain(module: Module, { chunkGraph }: { chunkGraph: webpack.ChunkGraph }): boolean {
  return [...chunkGraph.getModuleChunks(module)].every((chunk) => chunk.name?.startsWith('packages/'))
}

/** What H5 loads when it is asked for, and a sub-package of the mini-program carries. */
const ownParts = /[\\/]src[\\/](i18n[\\/].*[\\/]load|screens[\\/](landing|shares)[\\/].*[\\/]Lazy\w+)\.tsx?$/

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
