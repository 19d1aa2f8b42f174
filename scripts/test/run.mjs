// Runs the jobs of a test run, and reports the result of each: { passed, failed, skipped, seconds, output }. `output` is shown if the job failed.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../install.mjs'
import { isDeep } from './plan.mjs'

/** Minutes after which a command, or a test file, counts as hanging. */
const LONGEST = isDeep ? 40 : 15

/** Runs jobs `{ name, needs, isAlone, run }` in their order, each when the jobs that it needs have ended. @param atOnce how many at the same time */
export async function runAll(jobs, atOnce) {
  const waiting = [...jobs]
  const running = new Map()
  const isReady = ({ needs, isAlone }) =>
    ![...waiting, ...running.keys()].some(({ name }) => needs.includes(name)) &&
    !(isAlone && [...running.keys()].some((job) => job.isAlone))
  while (waiting.length > 0 || running.size > 0) {
    const job = running.size < atOnce && waiting.find(isReady)
    if (job) {
      waiting.splice(waiting.indexOf(job), 1)
      running.set(
        job,
        job.run().finally(() => running.delete(job)),
      )
    } else await Promise.race(running.values())
  }
}

/** Runs a command, which counts as one check. */
export async function runCommand(command) {
  const { code, seconds, output } = await start(command).ended
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds, output }
}

/**
 * Runs files of node:test one after the other in one process, and reads the results from the events of that process.
 * A process that ends before a file has ended, or badly without a failed test, counts as a failure of that file.
 * @param {string[]} files @param {(file: string, result: object) => void} finished called at the end of each file
 */
export async function runNodeFiles(files, finished) {
  const args = [
    '--enable-source-maps',
    // Compiling more, which V8 begins at a seventh of this, takes more time than it saves a process this short.
    '--interrupt-budget=1000000',
    '--test-reporter=./scripts/test/reporter.mjs',
    'scripts/test/batch.mjs',
  ]
  const { child, ended, clock } = start([process.execPath, ...args, ...files], ['ipc'])
  const left = [...files]
  let [events, hasFailed] = [[], false]
  child.on('message', (event) => {
    if (event.file === undefined) return void events.push(event)
    left.splice(left.indexOf(event.file), 1)
    const result = { ...resultOf(events), seconds: event.seconds }
    hasFailed ||= result.failed > 0
    events = []
    clock.refresh()
    finished(event.file, result)
  })
  const { code, signal, output } = await ended
  const broken = left.length > 0 ? left : code === 0 || hasFailed ? [] : files.slice(-1)
  for (const file of broken) {
    const result = resultOf(file === left[0] ? events : [])
    const why = `${output}\n${result.output}\nthe process ended with ${signal ?? code}`
    finished(file, { ...result, failed: Math.max(1, result.failed), seconds: 0, output: why })
  }
}

function resultOf(events) {
  const tests = events.filter(({ state, isSuite }) => state && !isSuite)
  const count = (state) => tests.filter((test) => test.state === state).length
  const notes = events.flatMap(({ note }) => note ?? [])
  const errors = events.flatMap(({ title, error }) => (error ? `✖ ${title}\n${error}` : []))
  return {
    passed: count('passed'),
    failed: count('failed') || errors.length,
    skipped: count('skipped'),
    notes,
    output: [...notes, ...errors].join('\n'),
  }
}

/** Runs files of Jest in one process. @returns the result of each file, by its path */
export async function runJest(files) {
  // Short-lived objects abound: a young generation this large is a tenth of the time.
  const jest = ['--max-semi-space-size=64', 'node_modules/.bin/jest', '-i', '--silent', '--json', '--runTestsByPath']
  const { printed, output } = await start([process.execPath, ...jest, ...files]).ended
  const results = new Map()
  for (const one of reportedIn(printed)) {
    const file = path.relative(root, one.name)
    const count = (status) => one.assertionResults.filter((test) => test.status === status).length
    // A component that is drawn as both builds draw it runs twice.
    const before = results.get(file) ?? { passed: 0, failed: 0, skipped: 0, seconds: 0, output: '' }
    results.set(file, {
      passed: before.passed + count('passed'),
      failed: before.failed + (count('failed') || (one.status === 'failed' ? 1 : 0)),
      skipped: before.skipped + count('pending'),
      seconds: before.seconds + (one.endTime - one.startTime) / 1000,
      output: before.output + one.message,
    })
  }
  for (const file of files)
    if (!results.has(file)) results.set(file, { passed: 0, failed: 1, skipped: 0, seconds: 0, output })
  return results
}

/** The results that Jest prints; none if Jest stopped early. */
function reportedIn(json) {
  try {
    return JSON.parse(json).testResults
  } catch {
    return []
  }
}

/** Starts a command. Its clock ends it when it hangs. @param {'ipc'[]} channels through which it sends messages */
function start([command, ...args], channels = []) {
  const began = Date.now()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', ...channels] })
  let [printed, output] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => ((printed += text), (output += text)))
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const clock = setTimeout(() => {
    output += `\nIt hung: no end after ${LONGEST} minutes.`
    child.kill('SIGKILL')
    // Processes that the command started may keep the streams open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }, LONGEST * 60_000)
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(clock)
      resolve({ code, signal, seconds: (Date.now() - began) / 1000, printed, output })
    })
  })
  return { child, ended, clock }
}
