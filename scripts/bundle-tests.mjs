// Bundles the tests for node:test, and the server that they start, into dist/tests: loading a thousand modules singly costs seconds per file.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { root } from './install.mjs'

const folder = path.join(root, 'dist', 'tests')
/** Packages of hundreds of small modules. Other packages stay in place, because some look for their own files there. */
const inlined = ['kysely', '@sinclair/typebox']

/** Keeps paths right: a test finds files beside its source, and the server beside its bundle, as in production. */
const sources = {
  name: 'sources',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\/tests\/.*\.tsx?$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
      loader: path.extname(file).slice(1),
    }))
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point' || name.startsWith('@/')) return
      return inlined.some((one) => name === one || name.startsWith(`${one}/`))
        ? undefined
        : { path: name, external: true }
    })
  },
}

/** The test files below a folder of tests/, as paths of the project. */
export function testsIn(area) {
  return readdirSync(path.join(root, 'tests', area), { recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join('tests', area, file))
    .sort()
}

/** The path of a bundled test file. */
export const bundled = (file) => path.join('dist', `${withoutExtension(file)}.js`)

/** Builds dist/tests from scratch for these test files. */
export async function bundleTests(files) {
  await bundle(folder, {
    entryPoints: Object.fromEntries(files.map((file) => [withoutExtension(path.relative('tests', file)), file])),
    splitting: true,
    jsx: 'automatic',
    define: { 'process.env.SERVER_BUNDLE': JSON.stringify(path.join(folder, 'main.js')) },
    plugins: [sources],
  })
}

const withoutExtension = (file) => file.replace(/\.tsx?$/, '')
