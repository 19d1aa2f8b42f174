import webpack, { type Compiler } from 'webpack'

const { RawSource } = webpack.sources
const { JavascriptModulesPlugin } = webpack.javascript

/** Runs each module of an entry in a task of its own, so that the page can respond in between. */
export class StartInSteps {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('StartInSteps', (compilation) => {
      const { renderStartup } = JavascriptModulesPlugin.getCompilationHooks(compilation)
      renderStartup.tap('StartInSteps', (startup, _last, { chunk, chunkGraph }) => {
        const modules = [...chunkGraph.getChunkEntryModulesIterable(chunk)]
        if (modules.length < 2) return startup
        const ids = JSON.stringify(modules.map((module) => chunkGraph.getModuleId(module)))
        const [entrypoint] = [...chunk.groupsIterable]
        const others = JSON.stringify(entrypoint!.chunks.filter((other) => other !== chunk).map(({ id }) => id))
        return new RawSource(
          `__webpack_require__.O(0, ${others}, () => {
            const steps = ${ids};
            const step = () => {
              __webpack_require__(steps.shift());
              if (steps.length > 0) setTimeout(step);
            };
            step();
          });
          __webpack_require__.O();`,
        )
      })
    })
  }
}
