// The groups of a test run, its steps, and which files and steps the words of the command line mean.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { builds, isStale } from '../builds.mjs'
import { root } from '../install.mjs'

export const isDeep = process.env.DEEP === '1'
/** With more files per process, a run waits longer for its last process. With fewer, it loads the same modules more often. */
const FILES_TOGETHER = 10

const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const node = (...args) => [process.execPath, ...args]
/** TypeScript 7 takes a fifth of the time of the older version, which Taro still needs. */
const tsc = (project) => node('node_modules/typescript-native/bin/tsc', '-p', project)

/** One build at a time: each takes much memory. */
export const steps = {
  'h5 build': { command: ['npm', 'run', '-s', 'build:h5'], isAlone: true, makes: builds.h5 },
  'mini-program build': { command: ['npm', 'run', '-s', 'build:weapp'], isAlone: true, makes: builds.weapp },
  'bytes and counts against their budgets': {
    command: node('bench/budgets.mjs'),
    needs: ['h5 build', 'mini-program build'],
  },
  'types: server, tests, scripts': { command: tsc('.') },
  'types: h5': { command: tsc('config/tsconfig.h5.json') },
  'types: mini-program': { command: tsc('config/tsconfig.weapp.json') },
  'types: domain': { command: tsc('src/domain') },
  lint: { command: [bin('oxlint'), '--type-aware', '--tsconfig', 'config/tsconfig.lint.json'] },
  'imports, lengths and names': { command: node('scripts/structure.mjs') },
  'rows and their tests': { command: node('scripts/coverage.mjs', '--check') },
}

/** In the order of their runs: groups with long files come first, so that no long file ends last. */
export const groups = {
  budgets: { steps: ['bytes and counts against their budgets'] },
  domain: { jest: ['domain', 'i18n', 'platform'] },
  client: { jest: ['api', 'stores', 'components'] },
  engines: { steps: ['h5 build', 'mini-program build'], folders: ['engines'] },
  ends: { steps: ['h5 build', 'mini-program build'], folders: ['ends'] },
  browser: { steps: ['h5 build'], folders: ['browser'] },
  server: { folders: ['server', 'security'] },
  weapp: { steps: ['mini-program build'], folders: ['weapp'] },
  flows: { folders: ['flows'] },
  check: { steps: Object.keys(steps).filter((name) => !/build|budgets/.test(name)) },
}

/** @param {string[]} words of the command line; without any, everything is chosen */
export function choose(words) {
  const named = words.filter((word) => groups[word])
  const parts = words.filter((word) => !groups[word])
  const every = Object.keys(groups)
  const asked = (kind) => {
    const files = testsOf(kind, words.length === 0 ? every : named)
    const others = testsOf(kind, every).filter((file) => parts.some((part) => file.includes(part)))
    const found = [...new Set([...files, ...others])]
    return found.filter((file) => (isDeep ? hasDeepTests(file) : !isOnlyDeep(file) || parts.length > 0))
  }
  const [nodeFiles, jestFiles] = [asked('folders'), asked('jest')]
  const isFresh = (name) => steps[name].makes !== undefined && !isStale(steps[name].makes, root)
  return {
    nodeFiles,
    jestFiles,
    steps: stepsFor({
      groups,
      steps,
      named: isDeep ? [] : words.length === 0 ? every : named,
      files: nodeFiles,
      isFresh,
    }),
    unknown: parts.filter((part) => ![...nodeFiles, ...jestFiles].some((file) => file.includes(part))),
  }
}

/**
 * The steps of a run: those of the named groups with their requirements, and the builds that the chosen test files need, unless a build is newer than
 * its sources.
 * @param {{
 *   groups: Record<string, { steps?: string[], folders?: string[] }>,
 *   steps: Record<string, { needs?: string[] }>,
 *   named: string[],
 *   files: string[],
 *   isFresh: (name: string) => boolean
 * }} run named: groups; files: the chosen ones of any group; isFresh: whether a step is up to date
 */
export function stepsFor({ groups, steps, named, files, isFresh }) {
  const requested = named.flatMap((name) => groups[name].steps ?? [])
  const wanted = [...requested.flatMap((name) => steps[name].needs ?? []), ...requested]
  const builds = Object.values(groups)
    .filter(({ folders = [] }) => folders.some((folder) => files.some((file) => file.startsWith(`tests/${folder}/`))))
    .flatMap((group) => group.steps ?? [])
  return [...new Set([...wanted, ...builds.filter((name) => !wanted.includes(name) && !isFresh(name))])]
}

/** The files of each process. In a deep run, a file whose tests then do more has a process of its own, because it takes minutes. */
export function batchesOf(files) {
  return Object.keys(groups).flatMap((name) => {
    const own = files.filter((file) => groupOf(file) === name)
    const shared = own.filter((file) => !(isDeep && isLong(file)) && !changesProcess(file))
    const processes = Math.ceil(shared.length / FILES_TOGETHER)
    const size = Math.ceil(shared.length / processes)
    return [
      ...own.filter((file) => !shared.includes(file)).map((file) => [file]),
      ...Array.from({ length: processes }, (_, at) => shared.slice(at * size, (at + 1) * size)),
    ].filter((batch) => batch.length > 0)
  })
}

/** The group that runs a file of tests/. */
export function groupOf(file) {
  const folder = file.split(path.sep)[1]
  return Object.keys(groups).find((name) => [groups[name].folders, groups[name].jest].flat().includes(folder))
}

/** The test files of some groups, as paths of the project. @param kind of the folders: by their runner */
function testsOf(kind, names) {
  return names
    .flatMap((name) => groups[name][kind] ?? [])
    .flatMap((folder) =>
      readdirSync(path.join(root, 'tests', folder), { recursive: true })
        .filter((file) => /\.test\.tsx?$/.test(file))
        .map((file) => path.join('tests', folder, file))
        .sort(),
    )
}

function isOnlyDeep(file) {
  return file.endsWith('.deep.test.ts')
}

/** Whether a test file has deep tests, or does more when deep. */
function hasDeepTests(file) {
  return isOnlyDeep(file) || /support\/deep'/.test(readFileSync(path.join(root, file), 'utf8'))
}

/** Whether a run leaves out the ordinary tests of a file: a deep run does, unless the file does more when deep. */
export function isOnlyDeepHere(file) {
  return isDeep && !isOnlyDeep(file) && !isLong(file)
}

/** Whether the tests of a file do more when deep. */
function isLong(file) {
  return /\b(isDeep|sample|sampleOfEach|seed)\b.* from '.*support\/deep'/.test(
    readFileSync(path.join(root, file), 'utf8'),
  )
}

/** Whether a test file puts a document into its process. */
function changesProcess(file) {
  return /rowRig'/.test(readFileSync(path.join(root, file), 'utf8'))
}
