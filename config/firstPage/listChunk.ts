import webpack, { type Chunk, type Compilation, type Compiler, type Module } from 'webpack'

/** The two pages that people arrive at. Modules that both need are in the app's own chunk. */
const listPage = 'pages/files/index'
const linkPage = 'packages/visit/index'

/**
 * Makes the drive's list a chunk of its own, `list`, which the page of a link does not load. Modules that both pages need stay in the app's chunk,
 * and so do the list's styles, because the shell draws with them before any script.
 */
export class ListChunk {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ListChunk', (compilation) => {
      // Before empty chunks are removed.
      const stage = webpack.OptimizationStages.STAGE_BASIC - 1
      compilation.hooks.optimizeChunks.tap({ name: 'ListChunk', stage }, () => {
        const app = compilation.namedChunks.get('app')
        const list = chunkOf(compilation, listPage)
        const link = chunkOf(compilation, linkPage)
        if (app && list && link) shareChunk(compilation, { app, list, link })
      })
    })
  }
}

function chunkOf({ chunkGroups }: Compilation, page: string): Chunk | undefined {
  return chunkGroups.find(({ origins }) => origins.some(({ request }) => request?.endsWith(page)))?.chunks[0]
}

function shareChunk(compilation: Compilation, { app, list, link }: Record<'app' | 'list' | 'link', Chunk>): void {
  const { chunkGraph, namedChunks } = compilation
  list.name = 'list'
  namedChunks.set('list', list)
  const isShared = (module: Module) => isStyle(module) || chunkGraph.isModuleInChunk(module, link)
  const [page] = list.groupsIterable
  const [start] = app.groupsIterable
  for (const module of chunkGraph.getChunkModules(list).filter(isShared)) {
    // The app's chunk loads before any other.
    for (const chunk of chunkGraph.getModuleChunks(module)) chunkGraph.disconnectChunkAndModule(chunk, module)
    chunkGraph.connectChunkAndModule(app, module)
    // Styles are written in this order: after the app's own.
    const order = page!.getModulePostOrderIndex(module)
    if (order !== undefined) start!.setModulePostOrderIndex(module, behindAll + order)
  }
}

const behindAll = 1_000_000

function isStyle({ type }: Module): boolean {
  return type === 'css/mini-extract'
}
