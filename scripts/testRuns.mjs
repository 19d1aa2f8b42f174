// Runs one thing of the test run and tells what became of it: { passed, failed, skipped, output }, output being what a failure shows.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundled } from './bundle-tests.mjs'
import { root } from './install.mjs'

/** ms; a test file that takes longer hangs */
const LONGEST = process.env.DEEP === '1' ? 6 * 60 * 60_000 : 15 * 60_000

/** A command that counts as one check. */
export async function runCommand([command, ...args]) {
  const { code, output } = await end(spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }))
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
}

/** A file of node:test, by its events. A process that ends badly without a failed test counts as one. */
export async function runNodeFile(file) {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-events-'))
  const events = path.join(folder, 'events')
  const args = [`--test-reporter=./scripts/testReporter.mjs`, `--test-reporter-destination=${events}`, bundled(file)]
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const clock = setTimeout(() => child.kill('SIGKILL'), LONGEST)
  const { code, signal, output } = await end(child)
  clearTimeout(clock)
  const told = readLines(events)
  rmSync(folder, { recursive: true })
  const tests = told.filter(({ state, isSuite }) => state && !isSuite)
  const count = (state) => tests.filter((test) => test.state === state).length
  const notes = told.flatMap(({ note }) => note ?? [])
  const errors = told.flatMap(({ title, error }) => (error ? `✖ ${title}\n${error}` : []))
  const failed = count('failed') || errors.length || (code === 0 ? 0 : 1)
  const ending = code === 0 || errors.length > 0 ? [] : [`ended with ${signal ?? code}`]
  return {
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    notes,
    output: [output, ...notes, ...errors, ...ending].join('\n'),
  }
}

function readLines(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}

/** Files of Jest in one process; answers what became of each, by its path. */
export async function runJest(files) {
  const child = spawn(
    process.execPath,
    [
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
