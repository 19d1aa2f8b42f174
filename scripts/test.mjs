// Runs the checks: all, or some groups (`npm test -- domain server`), or test files by a part of their path (`npm test -- server/items/lists`). The
// latter builds what those files need if the build is older than its sources.
// DEEP=1 runs the files with deep tests, completely. SEED=… repeats the chance of model tests. On CI a failed file runs once more.
// --save-times also writes the duration of everything into scripts/testTimes.json.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { builds, isStale } from './builds.mjs'
import { ensurePackages, root } from './install.mjs'
import { ensureChromium, ensureEngines } from './installBrowsers.mjs'

ensurePackages()
const { bundleTests, testsIn } = await import('./bundle-tests.mjs')
const { runCommand, runJest, runNodeFiles } = await import('./testRuns.mjs')
const { runAll } = await import('./testSchedule.mjs')
const { stepsFor } = await import('./testSteps.mjs')
const { readTimes, saveTimes } = await import('./testTimes.mjs')

/** One more than processors, because many test files wait for something. */
const AT_ONCE = availableParallelism() + 1
/** Seconds that the files of one process take together. */
const BATCH = 60
const MOST_UNSTABLE = 2
const SLOWEST = 15
const isDeep = process.env.DEEP === '1'
process.env.SEED ??= String(Math.floor(Math.random() * 2 ** 31))

const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const node = (...args) => [process.execPath, ...args]
/** TypeScript 7, which takes a fifth of the time; Taro needs the older one. */
const tsc = (project) => node('node_modules/typescript-native/bin/tsc', '-p', project)

/** One build at a time: each takes much memory. */
const steps = {
  'types: server, tests, scripts': { command: tsc('.') },
  'types: h5': { command: tsc('config/tsconfig.h5.json') },
  'types: mini-program': { command: tsc('config/tsconfig.weapp.json') },
  'types: domain': { command: tsc('src/domain') },
  lint: { command: [bin('oxlint'), '--type-aware', '--tsconfig', 'config/tsconfig.lint.json'] },
  'imports, lengths and names': { command: node('scripts/structure.mjs') },
  'rows and their tests': { command: node('scripts/coverage.mjs', '--check') },
  'h5 build': { command: ['npm', 'run', '-s', 'build:h5'], isAlone: true, makes: builds.h5 },
  'mini-program build': { command: ['npm', 'run', '-s', 'build:weapp'], isAlone: true, makes: builds.weapp },
  'bytes and counts against their budgets': {
    command: node('bench/budgets.mjs'),
    needs: ['h5 build', 'mini-program build'],
  },
}

const groups = {
  check: { steps: Object.keys(steps).filter((name) => !/build|budgets/.test(name)) },
  domain: { jest: ['domain', 'i18n', 'platform'] },
  client: { jest: ['api', 'stores', 'components'] },
  server: { folders: ['server', 'security'] },
  flows: { folders: ['flows'] },
  weapp: { steps: ['mini-program build'], folders: ['weapp'] },
  browser: { steps: ['h5 build'], folders: ['browser'] },
  ends: { steps: ['h5 build', 'mini-program build'], folders: ['ends'] },
  engines: { steps: ['h5 build', 'mini-program build'], folders: ['engines'] },
  budgets: { steps: ['bytes and counts against their budgets'] },
}

const times = readTimes()
const taken = {}
const results = new Map()
const {
  steps: chosenSteps,
  nodeFiles,
  jestFiles,
} = choose(process.argv.slice(2).filter((word) => !word.startsWith('--')))
if (nodeFiles.some((file) => /^tests\/(browser\/|ends\/|engines\/|weapp\/largeText)/.test(file))) ensureChromium()
if (process.env.ENGINE || nodeFiles.some((file) => file.startsWith('tests/engines/'))) ensureEngines()

const began = Date.now()
console.log(`SEED=${process.env.SEED}${isDeep ? ' DEEP=1' : ''}, ${AT_ONCE} at once`)
if (nodeFiles.length > 0) await bundleTests(nodeFiles)
const jobs = allJobs()
const things = jobs.reduce((sum, { files }) => sum + (files?.length ?? 1), 0)
let ended = 0
await runAll(jobs, AT_ONCE, ({ name, files }, result, seconds) => {
  if (files) return
  for (const [file, one] of result instanceof Map ? result : [[name, result]]) take(file, one, one.seconds ?? seconds)
  if (result instanceof Map) taken[name] = seconds
  tell(name, result instanceof Map ? sum([...result.values()]) : result, seconds)
})
const unstable = process.env.CI ? await runFailedAgain() : []
saveTimes(taken, process.argv.includes('--save-times'))
finish()

/** What the words of the command line mean, all without any. */
function choose(words) {
  const chosen = words.filter((word) => groups[word])
  const all = (kind, names) => names.flatMap((name) => groups[name][kind] ?? [])
  const every = Object.keys(groups)
  const parts = words.filter((word) => !groups[word])
  const asked = (kind) => {
    const files = all(kind, words.length === 0 ? every : chosen).flatMap(testsIn)
    const others = all(kind, every).flatMap(testsIn)
    const named = others.filter((file) => parts.some((part) => file.includes(part)))
    const found = [...new Set([...files, ...named])]
    return found.filter((file) => (isDeep ? hasDeepTests(file) : !isOnlyDeep(file) || parts.length > 0))
  }
  const [nodeFiles, jestFiles] = [asked('folders'), asked('jest')]
  for (const part of parts) {
    if ([...nodeFiles, ...jestFiles].some((file) => file.includes(part))) continue
    console.error(`There is no group and no test file "${part}". Groups: ${every.join(', ')}`)
    process.exit(2)
  }
  const named = isDeep ? [] : words.length === 0 ? every : chosen
  const isFresh = (name) => steps[name].makes !== undefined && !isStale(steps[name].makes, root)
  return { nodeFiles, jestFiles, steps: stepsFor({ groups, steps, named, files: nodeFiles, isFresh }) }
}

function isOnlyDeep(file) {
  return file.endsWith('.deep.test.ts')
}

/** Whether a test file has deep tests, or does more when deep. */
function hasDeepTests(file) {
  return isOnlyDeep(file) || /support\/deep'/.test(readFileSync(path.join(root, file), 'utf8'))
}

function allJobs() {
  const list = [...new Set(chosenSteps)].map((name) => {
    const { command, needs, isAlone } = steps[name]
    return { name, needs, isAlone, run: () => runCommand(command) }
  })
  if (jestFiles.length > 0) list.push({ name: 'jest', run: () => runJest(jestFiles) })
  for (const files of batchesOf(nodeFiles)) {
    const needs = groups[groupOf(files[0])].steps ?? []
    list.push({ name: files.join(), files, needs, run: () => runNodeFiles(files, takeFile) })
  }
  return list.map((job) => ({
    ...job,
    seconds: (job.files ?? [job.name]).reduce((sum, name) => sum + secondsOf(name), 0),
    run: async () => {
      const broken = (job.needs ?? []).find((name) => results.get(name)?.failed > 0)
      if (!broken) return job.run()
      const notRun = { passed: 0, failed: 1, skipped: 0, seconds: 0, output: `not run: ${broken} failed` }
      for (const file of job.files ?? []) takeFile(file, notRun)
      return notRun
    },
  }))
}

function secondsOf(name) {
  return times[name] ?? 10
}

/** Files of a folder that share a process, the longest apart. */
function batchesOf(files) {
  const batches = []
  const open = new Map()
  for (const file of [...files].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const folder = isOwnProcess(file) ? file : groupOf(file)
    const batch = open.get(folder)
    const isFitting = batch && batch.reduce((sum, one) => sum + secondsOf(one), secondsOf(file)) <= BATCH
    if (isFitting) batch.push(file)
    else {
      const begun = [file]
      batches.push(begun)
      open.set(folder, begun)
    }
  }
  return batches
}

/** Whether a test file puts a document into its process. */
function isOwnProcess(file) {
  return /rowRig'/.test(readFileSync(path.join(root, file), 'utf8'))
}

function takeFile(file, result) {
  take(file, result, result.seconds)
  tell(file, result, result.seconds)
}

function take(name, result, seconds) {
  results.set(name, result)
  taken[name] = seconds
  if (result.failed > 0) console.log(`\n── ${name}\n${result.output}\n──`)
}

function tell(what, result, seconds) {
  ended++
  print(`[${ended}/${things}] ${result.failed > 0 ? '✖' : '✔'} ${what}`, result, seconds)
}

function print(what, { passed, failed, skipped, notes = [] }, seconds) {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(
    Boolean,
  )
  console.log(`${what}: ${counts.join(', ')}, ${seconds.toFixed(1)} s`)
  for (const note of notes) console.log(`    ${note}`)
}

/** Test files that failed, once more, each alone; answers those that then pass. */
async function runFailedAgain() {
  const failed = [...nodeFiles, ...jestFiles].filter((file) => results.get(file)?.failed > 0)
  const passing = []
  for (const file of failed) {
    if ((groups[groupOf(file)].steps ?? []).some((name) => results.get(name)?.failed > 0)) continue
    console.log(`\n${file} once more …`)
    const again = jestFiles.includes(file) ? (await runJest([file])).get(file) : await runAlone(file)
    print(again.failed > 0 ? '✖ again' : '✔ unstable', again, again.seconds)
    if (again.failed > 0) console.log(again.output)
    else passing.push(file)
    results.set(file, again)
  }
  return passing
}

async function runAlone(file) {
  let result
  await runNodeFiles([file], (_, one) => (result = one))
  return result
}

function finish() {
  const seconds = (Date.now() - began) / 1000
  console.log(
    `\nwhere the time went: ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s, ${AT_ONCE} at once`,
  )
  for (const name of [...chosenSteps, ...(jestFiles.length > 0 ? ['jest'] : [])])
    console.log(`  ${name}: ${taken[name].toFixed(1)} s`)
  for (const name of Object.keys(groups)) {
    const files = nodeFiles.filter((file) => groupOf(file) === name)
    const total = files.reduce((all, file) => all + taken[file], 0)
    if (files.length > 0) console.log(`  ${name}: ${files.length} files, ${total.toFixed(0)} s`)
  }
  const slowest = [...nodeFiles, ...jestFiles].sort((one, other) => taken[other] - taken[one]).slice(0, SLOWEST)
  console.log(`slowest files: ${slowest.map((file) => `${short(file)} ${taken[file].toFixed(0)} s`).join(', ')}`)
  const failed = [...results].filter(([, result]) => result.failed > 0).map(([name]) => name)
  if (unstable.length > 0) console.log(`\nunstable: ${unstable.join(', ')}`)
  const isShaky = unstable.length > MOST_UNSTABLE
  if (isShaky) console.log(`More than ${MOST_UNSTABLE} unstable files fail the run.`)
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}\nSEED=${process.env.SEED}`)
  const total = sum([...results.values()])
  if (isShaky) total.failed += unstable.length
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
}

function sum(list) {
  const total = (key) => list.reduce((all, result) => all + result[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

/** The group that runs a file of tests/. */
function groupOf(file) {
  const folder = file.split(path.sep)[1]
  return Object.keys(groups).find((name) =>
    [...(groups[name].folders ?? []), ...(groups[name].jest ?? [])].includes(folder),
  )
}

function short(file) {
  return file.replace(/^tests\/|\.test\.\w+$/g, '')
}
