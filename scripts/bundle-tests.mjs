// Bundles the tests, and the server that some of them start, into dist/tests: to load a thousand modules one by one costs each test file seconds.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { root } from './install.mjs'

const folder = path.join(root, 'dist', 'tests')
/** Of hundreds of small modules each. Other packages are loaded from where they are: some look for files of their own there. */
const bundled = ['kysely', '@sinclair/typebox']

/** A test finds its files beside its source; the server its own beside the bundle, as when it is built. */
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
      return bundled.some((one) => name === one || name.startsWith(`${one}/`))
        ? undefined
        : { path: name, external: true }
    })
  },
}

/** All test files below a folder of tests/, as `bundleTests` leaves them. */
export function testFiles(area) {
  return sourcesIn(area).map((file) => path.join('dist', 'tests', `${withoutExtension(file)}.js`))
}

/** Makes dist/tests anew, of some folders of tests/. */
export async function bundleTests(areas) {
  const tests = areas.flatMap(sourcesIn).map((file) => [withoutExtension(file), path.join('tests', file)])
  await bundle(folder, {
    entryPoints: Object.fromEntries(tests),
    splitting: true,
    jsx: 'automatic',
    define: { 'process.env.SERVER_BUNDLE': JSON.stringify(path.join(folder, 'main.js')) },
    plugins: [sources],
  })
}

function sourcesIn(area) {
  return readdirSync(path.join(root, 'tests', area), { recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join(area, file))
    .sort()
}

const withoutExtension = (file) => file.replace(/\.tsx?$/, '')
