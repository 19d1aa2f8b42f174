import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { compile } from 'sass'
import type { Files } from './siteServer'

const root = path.resolve(import.meta.dirname, '../../..')
const h5 = path.join(root, 'src/platform/h5')

/** The replacements of Taro's packages in its H5 build, see config/h5.ts. */
const alias = {
  '@tarojs/components': path.join(h5, 'components/index.ts'),
  '@tarojs/components/global.css': path.join(h5, 'components/base.css'),
  '@tarojs/router': path.join(h5, 'router/index.ts'),
}

const define = {
  'process.env.NODE_ENV': '"development"',
  'process.env.TARO_ENV': '"h5"',
  'process.env.TARO_PLATFORM': '"web"',
  'process.env.FRAMEWORK': '"react"',
  'process.env.SUPPORT_TARO_POLYFILL': '"disabled"',
}

const styles: Plugin = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /\.scss$/ }, ({ path: file }) => ({ contents: compile(file).css, loader: 'css' }))
  },
}

/** Builds a test's own page in a second; the whole product would take half a minute. */
export async function bundle(entry: string): Promise<Files> {
  const { outputFiles } = await build({
    entryPoints: { app: entry },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    // Removes the call, as the builds do: Taro reads a page's configuration from the source.
    pure: ['definePageConfig'],
    target: 'chrome87',
    tsconfig: path.join(root, 'tsconfig.json'),
    alias,
    define,
    plugins: [styles],
    logLevel: 'warning',
  })
  const files = new Map(outputFiles.map((file) => [file.path.slice(1), file.contents]))
  const page =
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Test</title>' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">' +
    '<link rel="stylesheet" href="/app.css"></head><body><div id="app"></div><script type="module" src="/app.js"></script></body></html>'
  return async (file) => (file === 'index.html' ? page : files.get(file))
}
