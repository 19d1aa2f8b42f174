import path from 'node:path'
import { runInThisContext } from 'node:vm'
import { buildSync } from 'esbuild'

const root = path.resolve(__dirname, '..')

/** Loads a source of the client, which the configuration's own loader cannot read. @param file relative to the project */
export function loadSource<T>(file: string): T {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(root, file)],
    tsconfig: path.join(root, 'tsconfig.json'),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  })
  const module = { exports: {} as T }
  const run = runInThisContext(`(function (module, exports) {${outputFiles[0]!.text}})`) as (
    ...scope: unknown[]
  ) => void
  run(module, module.exports)
  return module.exports
}
