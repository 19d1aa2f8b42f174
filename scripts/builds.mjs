// Which builds are stale, and the bundles of the server and of its tests. As a command: builds the server, with `--if-stale` only where needed.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensurePackages, root } from './install.mjs'

const client = ['src', 'config', 'babel.config.js', 'package-lock.json']

/** The file that each build writes last, and the sources of the build. */
export const builds = {
  h5: { product: 'dist/h5/index.html', sources: client },
  weapp: { product: 'dist/weapp/app.json', sources: [...client, 'project.config.json'] },
  server: { product: 'dist/server/main.js', sources: ['src', 'server', 'scripts/builds.mjs', 'package-lock.json'] },
}

const testFolder = path.join(root, 'dist', 'tests')
/** Packages of hundreds of small modules. Other packages stay in place, because some look for their own files there. */
const inlined = ['kysely', '@sinclair/typebox']

/**
 * Whether a build is missing, or older than its sources.
 * @param {{ product: string, sources: string[] }} build @param {string} folder of the repository
 */
export function isStale({ product, sources }, folder) {
  const made = path.join(folder, product)
  const since = existsSync(made) ? statSync(made).mtimeMs : 0
  return sources.some((source) => isNewer(path.join(folder, source), since))
}

/** Builds a stale product; ends the process when the build fails. @param what its name in messages */
export function buildWhenStale(what, name) {
  if (!isStale(builds[name], root)) return
  console.log(`building ${what} …`)
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', `build:${name}`], { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${stdout}\n${stderr}\n${what} could not be built.`)
  process.exit(1)
}

/**
 * Bundles the tests for node:test, and the server that they start: loading a thousand modules singly costs seconds per file.
 * @param {string[]} files @param {string[]} onlyDeep those that leave out their ordinary tests
 */
export async function bundleTests(files, onlyDeep = []) {
  await bundle(testFolder, {
    entryPoints: Object.fromEntries(files.map((file) => [withoutExtension(path.relative('tests', file)), file])),
    splitting: true,
    jsx: 'automatic',
    define: { 'process.env.SERVER_BUNDLE': JSON.stringify(path.join(testFolder, 'main.js')) },
    plugins: [withoutOrdinaryTests(onlyDeep), sources],
  })
}

/** The path of a bundled test file. */
export const bundled = (file) => path.join('dist', `${withoutExtension(file)}.js`)

/** Builds the folder from scratch: main.js, convertMain.js, admin.js, the demo files, and the entries in esbuild's `options`. */
async function bundle(folder, { entryPoints = {}, ...options }) {
  const { build } = await import('esbuild')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(root, 'server', 'demo', 'samples'), path.join(folder, 'samples'), { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'server/main.ts',
      convertMain: 'server/previews/converters/convertMain.ts',
      admin: 'server/admin/main.ts',
      ...entryPoints,
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20.9',
    format: 'esm',
    alias: { '@': path.join(root, 'src') },
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'warning',
    ...options,
  })
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n')
  return metafile
}

/** Builds the server. @returns {Promise<Set<string>>} the names of the packages that it imports */
export async function buildServer(folder) {
  const { outputs } = await bundle(folder, { packages: 'external' })
  const imports = Object.values(outputs).flatMap((output) => output.imports)
  const names = imports.filter(({ external, path: name }) => external && !name.startsWith('node:'))
  return new Set(names.map(({ path: name }) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
}

/** Keeps paths right: a test finds files beside its source, and the server beside its bundle, as in production. */
const sources = {
  name: 'sources',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\/tests\/.*\.tsx?$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8')
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

/** Gives some test files a `test` that registers nothing. Their deep tests come from tests/support/deep.ts. */
function withoutOrdinaryTests(files) {
  const importers = new Set(files.map((file) => path.join(root, file)))
  return {
    name: 'without ordinary tests',
    setup({ onResolve }) {
      onResolve({ filter: /^node:test$/ }, ({ importer }) =>
        importers.has(importer) ? { path: path.join(root, 'tests/support/noOrdinaryTests.ts') } : undefined,
      )
    },
  }
}

/** Whether a file, or anything in a folder, changed after a time. */
function isNewer(at, since) {
  const stat = statSync(at, { throwIfNoEntry: false })
  if (!stat) return false
  if (!stat.isDirectory()) return stat.mtimeMs > since
  return stat.mtimeMs > since || readdirSync(at).some((name) => isNewer(path.join(at, name), since))
}

const withoutExtension = (file) => file.replace(/\.tsx?$/, '')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--if-stale')) {
    ensurePackages()
    buildWhenStale('the server', 'server')
  } else await buildServer(path.join(root, 'dist', 'server'))
}
