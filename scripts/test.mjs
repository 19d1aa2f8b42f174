// Runs the checks: all of them, or the groups named on the command line (`node scripts/test.mjs domain server`).
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensurePackages, has, root, run } from './install.mjs'

ensurePackages()
const { bundleTests, testFiles } = await import('./bundle-tests.mjs')

const bin = (name) => path.join(root, 'node_modules', '.bin', name)
/** Test files that run beside each other: one more than processors, because many of them wait for something. */
const AT_ONCE = availableParallelism() + 1
/** The files that take longest, in that order: begun last, each would keep the rest waiting for its end. */
const longest = [
  'server/abilities',
  'browser/pdf',
  'weapp/previews',
  'server/tusFaults',
  'server/live',
  'browser/uploads',
  'server/hostileFiles',
  'browser/selecting',
  'browser/accessible',
  'server/previewsDocuments',
  'browser/messages',
  'browser/previews',
  'server/model',
  'browser/previewTable',
  'server/copyCrash',
  'weapp/previewTable',
  'server/copyMove',
  'server/naughtyNames',
  'browser/moveCopy',
  'browser/walk',
]
const total = { passed: 0, failed: 0, skipped: 0 }
const broken = []

function count(name, ok) {
  if (ok) total.passed++
  else {
    total.failed++
    broken.push(name)
  }
}

/** Commands that count as one check each, two at a time: each hardly uses more than one processor. */
async function check(names) {
  const waiting = [...names]
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        const { code } = await show(name, ...checks[name])
        count(name, code === 0)
      }
    }),
  )
}

/** Test files of folders of tests/; their own counts are added to ours. */
async function test(folders) {
  await bundleTests(folders)
  const found = folders.flatMap(testFiles)
  const first = longest
    .map((name) => path.join('dist', 'tests', `${name}.test.js`))
    .filter((file) => found.includes(file))
  const files = [...new Set([...first, ...found])]
  const { code, output } = await show(
    'tests',
    process.execPath,
    ['--enable-source-maps', 'scripts/run-tests.mjs', String(AT_ONCE), ...files],
    true,
  )
  const figure = (word) => Number(output.match(new RegExp(`^ℹ ${word} (\\d+)$`, 'm'))?.[1] ?? 0)
  total.passed += figure('pass')
  total.skipped += figure('skipped')
  const failed = figure('fail') + figure('cancelled')
  total.failed += failed
  if (failed > 0) broken.push(...failures(output))
  else if (code !== 0) count('tests', false)
}

/** Test files of folders of tests/ that need neither a server nor a built app. */
async function jest(folders) {
  const report = path.join(root, '.cache', 'jest.json')
  rmSync(report, { force: true })
  const { code } = await show(
    'jest',
    process.execPath,
    [bin('jest'), '--silent', '--json', `--outputFile=${report}`, ...folders.map((folder) => `tests/${folder}/`)],
    true,
  )
  if (code !== 0) broken.push('jest')
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
    total.passed += numPassedTests
    total.failed += numFailedTests + numRuntimeErrorTestSuites
  } catch {
    total.failed++
  }
}

/** What failed, of a run's output: a line each, its title and the first words of its error; for the end of a long log. */
function failures(output) {
  const lines = (output.split('✖ failing tests:')[1] ?? '').split('\n')
  return lines.flatMap((line, at) => {
    if (!line.startsWith('✖ ')) return []
    const why = lines.slice(at + 1).find((next) => next.trim() !== '') ?? ''
    return [`  ${line.slice(0, 160)}: ${why.trim().slice(0, 200)}`]
  })
}

/** @param isLive shown as it comes, not at its end */
function show(name, command, args, isLive = false) {
  console.log(`\n── ${name} …`)
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of ['stdout', 'stderr']) {
      child[stream].on('data', (chunk) => {
        output += chunk
        if (isLive) process[stream].write(chunk)
      })
    }
    child.on('close', (code) => {
      if (!isLive) process.stdout.write(`\n${output}`)
      console.log(`── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
      resolve({ code, output })
    })
  })
}

function ensureChromium() {
  if (findChromium() || process.getuid?.() !== 0 || !has('apt-get')) return
  console.log('installing Chromium …')
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }
  const install = (name) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], options)
  run('apt-get', ['update', '-qq'])
  if (!install('chromium-headless-shell')) install('chromium')
}

const tsc = (project) => [bin('tsc'), ['-p', project]]
/** The two builds apart: each takes much memory. */
const checks = {
  'h5 build': ['npm', ['run', '-s', 'build:h5']],
  'types: server, tests, scripts': tsc('.'),
  lint: [
    bin('eslint'),
    ['--cache', '--cache-location', '.cache/eslint', '--max-warnings=0', '--ext', '.ts,.tsx,.mjs,.cjs', '.'],
  ],
  'types: h5': tsc('config/tsconfig.h5.json'),
  'types: mini-program': tsc('config/tsconfig.weapp.json'),
  'types: domain': tsc('src/domain'),
  'rows and their tests': [process.execPath, ['scripts/coverage.mjs', '--check']],
  'mini-program build': ['npm', ['run', '-s', 'build:weapp']],
  'bytes and counts against their budgets': [process.execPath, ['bench/budgets.mjs']],
}

const groups = {
  check: {
    checks: [
      'types: server, tests, scripts',
      'lint',
      'types: h5',
      'types: mini-program',
      'types: domain',
      'rows and their tests',
    ],
  },
  domain: { jest: ['domain', 'i18n', 'platform'] },
  client: { jest: ['api', 'stores', 'components'] },
  server: { folders: ['server'] },
  flows: { folders: ['flows'] },
  weapp: { checks: ['mini-program build'], folders: ['weapp'] },
  browser: { checks: ['h5 build'], folders: ['browser'] },
  /** Of both builds, which the groups before it leave behind. */
  budgets: { last: ['bytes and counts against their budgets'] },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !groups[name])
if (unknown.length > 0) {
  console.error(`There is no group "${unknown.join(', ')}". Groups: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}
const chosen = Object.keys(groups)
  .filter((name) => asked.length === 0 || asked.includes(name))
  .map((name) => groups[name])
const all = (kind) => chosen.flatMap((group) => group[kind] ?? [])

if (all('folders').includes('browser')) ensureChromium()
await check(Object.keys(checks).filter((name) => all('checks').includes(name)))
if (all('jest').length > 0) await jest(all('jest'))
const folders = all('folders')
if (folders.length > 0) await test(folders)
await check(all('last'))
if (broken.length > 0) console.log(`\nfailed:\n${broken.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
