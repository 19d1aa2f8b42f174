import path from 'node:path'
import { runInThisContext } from 'node:vm'
import { buildSync, type BuildOptions } from 'esbuild'

const root = path.resolve(__dirname, '..')

/** @param file relative to the project */
function bundle(file: string, options: BuildOptions): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(root, file)],
    tsconfig: path.join(root, 'tsconfig.json'),
    bundle: true,
    ...options,
    write: false,
  })
  return outputFiles[0]!.text.trim()
}

/** Bundles a script to inline into a page of the web client. @param define replacements of names */
export function inlineScript(file: string, define: Record<string, string> = {}): string {
  return bundle(file, {
    resolveExtensions: ['.h5.ts', '.ts'],
    define,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
  })
}

/** Loads a source of the client, which the configuration's own loader cannot read. */
export function loadSource<T>(file: string): T {
  const module = { exports: {} as T }
  const text = bundle(file, { format: 'cjs', platform: 'node' })
  const run = runInThisContext(`(function (module, exports) {${text}\n})`) as (...scope: unknown[]) => void
  run(module, module.exports)
  return module.exports
}
