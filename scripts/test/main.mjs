// Runs the checks: all, or some groups (`npm test -- domain server`), or test files by a part of their path (`npm test -- server/items/lists`). The
// latter builds what those files need if the build is older than its sources.
// DEEP=1 runs the files with deep tests, completely. SEED=… repeats the chance of model tests. On CI a failed file runs once more.
import { availableParallelism } from 'node:os'
import { bundleTests } from '../builds.mjs'
import { ensureChromium, ensureEngines, ensurePackages } from '../install.mjs'
import { batchesOf, choose, groupOf, groups, isDeep, isOnlyDeepHere, steps } from './plan.mjs'
import { runAll, runCommand, runJest, runNodeFiles } from './run.mjs'

/** One more than processors, because many test files wait for something. */
const AT_ONCE = availableParallelism() + 1
const MOST_UNSTABLE = 2
const SLOWEST = 15
process.env.SEED ??= String(Math.floor(Math.random() * 2 ** 31))

const { steps: chosenSteps, nodeFiles, jestFiles, unknown } = choose(process.argv.slice(2))
for (const part of unknown)
  console.error(`There is no group and no test file "${part}". Groups: ${Object.keys(groups).join(', ')}`)
if (unknown.length > 0) process.exit(2)

ensurePackages()
if (nodeFiles.some((file) => /^tests\/(browser\/|ends\/|engines\/|weapp\/app\/largeText)/.test(file))) ensureChromium()
if (process.env.ENGINE || nodeFiles.some((file) => file.startsWith('tests/engines/'))) ensureEngines()

const began = Date.now()
console.log(`SEED=${process.env.SEED}${isDeep ? ' DEEP=1' : ''}, ${AT_ONCE} at once`)
if (nodeFiles.length > 0) await bundleTests(nodeFiles, nodeFiles.filter(isOnlyDeepHere))
/** The results so far, by the name of a step or a test file. */
const results = new Map()
let jestSeconds = 0
const things = chosenSteps.length + nodeFiles.length + (jestFiles.length > 0 ? 1 : 0)
let ended = 0
await runAll(allJobs(), AT_ONCE)
const unstable = process.env.CI ? await runFailedAgain() : []
finish()

/** Builds first, because many files wait for them; checks last, because they are short. */
function allJobs() {
  const isCheck = (name) => groups.check.steps.includes(name)
  return [
    ...chosenSteps.filter((name) => !isCheck(name)).map(stepJob),
    ...(jestFiles.length > 0 ? [{ name: 'jest', needs: [], run: runJestFiles }] : []),
    ...batchesOf(nodeFiles).map(fileJob),
    ...chosenSteps.filter(isCheck).map(stepJob),
  ]
}

function stepJob(name) {
  const { command, needs = [], isAlone } = steps[name]
  return { name, needs, isAlone, run: async () => take(name, notRun(needs) ?? (await runCommand(command))) }
}

function fileJob(files) {
  const needs = groups[groupOf(files[0])].steps ?? []
  const run = async () => {
    const result = notRun(needs)
    if (!result) return runNodeFiles(files, take)
    for (const file of files) take(file, result)
  }
  return { name: files[0], needs, run }
}

async function runJestFiles() {
  const start = Date.now()
  const all = await runJest(jestFiles)
  jestSeconds = (Date.now() - start) / 1000
  for (const [file, result] of all) keep(file, result)
  tell('jest', { ...sum(all), seconds: jestSeconds })
}

/** The result of a job that needs a failed step; undefined if no needed step failed. */
function notRun(needs) {
  const broken = needs.find((name) => results.get(name)?.failed > 0)
  return broken && { passed: 0, failed: 1, skipped: 0, seconds: 0, output: `not run: ${broken} failed` }
}

function take(name, result) {
  keep(name, result)
  tell(name, result)
}

function keep(name, result) {
  results.set(name, result)
  if (result.failed > 0) console.log(`\n── ${name}\n${result.output}\n──`)
}

function tell(what, result) {
  ended++
  print(`[${ended}/${things}] ${result.failed > 0 ? '✖' : '✔'} ${what}`, result)
}

function print(what, { passed, failed, skipped, seconds, notes = [] }) {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  console.log(`${what}: ${counts.filter(Boolean).join(', ')}, ${seconds.toFixed(1)} s`)
  for (const note of notes) console.log(`    ${note}`)
}

/** Runs each failed test file once more, in a process of its own. @returns the files that passed this time */
async function runFailedAgain() {
  const passing = []
  for (const file of [...nodeFiles, ...jestFiles].filter((file) => results.get(file)?.failed > 0)) {
    if (notRun(groups[groupOf(file)].steps ?? [])) continue
    console.log(`\n${file} once more …`)
    const again = jestFiles.includes(file) ? (await runJest([file])).get(file) : await runAlone(file)
    print(again.failed > 0 ? '✖ again' : '✔ unstable', again)
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
  const secondsOf = (name) => results.get(name).seconds
  for (const name of chosenSteps) console.log(`  ${name}: ${secondsOf(name).toFixed(1)} s`)
  if (jestFiles.length > 0) console.log(`  jest: ${jestSeconds.toFixed(1)} s`)
  for (const name of Object.keys(groups)) {
    const files = nodeFiles.filter((file) => groupOf(file) === name)
    const total = files.reduce((all, file) => all + secondsOf(file), 0)
    if (files.length > 0) console.log(`  ${name}: ${files.length} files, ${total.toFixed(0)} s`)
  }
  const slowest = [...nodeFiles, ...jestFiles].sort((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST)
  console.log(`slowest files: ${slowest.map((file) => `${short(file)} ${secondsOf(file).toFixed(0)} s`).join(', ')}`)
  const failed = [...results.keys()].filter((name) => results.get(name).failed > 0)
  if (unstable.length > 0) console.log(`\nunstable: ${unstable.join(', ')}`)
  const isShaky = unstable.length > MOST_UNSTABLE
  if (isShaky) console.log(`More than ${MOST_UNSTABLE} unstable files fail the run.`)
  if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}\nSEED=${process.env.SEED}`)
  const total = sum(results)
  if (isShaky) total.failed += unstable.length
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
}

function sum(all) {
  const total = (key) => [...all.values()].reduce((before, result) => before + result[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}

function short(file) {
  return file.replace(/^tests\/|\.test\.\w+$/g, '')
}
