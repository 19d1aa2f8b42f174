import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(__dirname, '../..')

/** Bundles a script to inline into a page of the web client. @param file relative to the project @param define replacements of names */
export async function inlineScript(file: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, file)],
    tsconfig: path.join(root, 'tsconfig.json'),
    resolveExtensions: ['.h5.ts', '.ts'],
    define,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
  })
  return outputFiles[0]!.text.trim()
}
