// Runs one thing of the test run and tells what became of it: { passed, failed, skipped, output }, output being what a failure shows.
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

/** ms; a test file that takes longer hangs */
const LONGEST = process.env.DEEP === '1' ? 6 * 60 * 60_000 : 15 * 60_000

/** A command that counts as one check. */
export async function runCommand([command, ...args]) {
  const { code, output } = await end(spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }))
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
}

/**
 * Files of node:test, one after the other in one process, by its events.
 * A process that ends before a file has ended, or badly without a failed test, counts as a failure of that file.
 * @param {string[]} files @param {(file: string, result: object) => void} finished called at the end of each file, its seconds in the result
 */
export async function runNodeFiles(files, finished) {
  const args = [
    '--enable-source-maps',
    // Compiling more, which V8 begins at a seventh of this, takes more time than it saves a process this short.
    '--interrupt-budget=1000000',
    '--test-reporter=./scripts/testReporter.mjs',
    'scripts/testBatch.mjs',
  ]
  const child = spawn(process.execPath, [...args, ...files], { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const clock = setTimeout(() => child.kill('SIGKILL'), LONGEST).unref()
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
  const { code, signal, output } = await end(child)
  clearTimeout(clock)
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

/** Files of Jest in one process; answers what became of each, by its path. */
export async function runJest(files) {
  const child = spawn(
    process.execPath,
    [
      // Short-lived objects abound: a young generation this large is a tenth of the time.
      '--max-semi-space-size=64',
      'node_modules/.bin/jest',
      '-i',
      '--silent',
      '--reporters=./scripts/jestReporter.cjs',
      '--runTestsByPath',
      ...files,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  const results = new Map()
  child.on('message', ({ file, ...result }) => results.set(file, merge(results.get(file), result)))
  const { output } = await end(child)
  for (const file of files)
    if (!results.has(file)) results.set(file, { passed: 0, failed: 1, skipped: 0, seconds: 0, output })
  return results
}

/** A component that is drawn as both builds draw it runs twice. */
function merge(before, result) {
  if (!before) return result
  return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, before[key] + value]))
}

function end(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, output })))
}
