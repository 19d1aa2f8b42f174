// Runs the checks: all of them, or the groups named on the command line (`node scripts/test.mjs domain server`).
import { spawn } from 'node:child_process'
import path from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensurePackages, has, root, run } from './install.mjs'

ensurePackages()
const { bundleTests, testFiles } = await import('./bundle-tests.mjs')

const bin = (name) => path.join(root, 'node_modules', '.bin', name)
const total = { passed: 0, failed: 0, skipped: 0 }
const broken = []

function count(name, ok) {
  if (ok) total.passed++
  else {
    total.failed++
    broken.push(name)
  }
}

/** One command that counts as one check. */
async function check(name, command, args) {
  const { code } = await show(name, command, args)
  count(name, code === 0)
  return code === 0
}

/** Node's test runner over folders of tests/; its own counts are added to ours. */
async function tests(name, folders) {
  await bundleTests(folders)
  const files = folders.flatMap(testFiles)
  const args = ['--enable-source-maps', '--test', '--test-concurrency=2', '--test-reporter=spec', ...files]
  const { code, output } = await show(name, process.execPath, args)
  const figure = (word) => Number(output.match(new RegExp(`^ℹ ${word} (\\d+)$`, 'm'))?.[1] ?? 0)
  total.passed += figure('pass')
  total.skipped += figure('skipped')
  const failed = figure('fail') + figure('cancelled')
  total.failed += failed
  if (failed > 0) broken.push(name, ...failures(output))
  else if (code !== 0) count(name, false)
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

function show(name, command, args) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (stream) => (chunk) => {
      output += chunk
      stream.write(chunk)
    }
    child.stdout.on('data', take(process.stdout))
    child.stderr.on('data', take(process.stderr))
    child.on('close', (code) => {
      console.log(`── ${name}: ${code === 0 ? 'done' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
      resolve({ code, output })
    })
  })
}

function ensureChromium() {
  if (findChromium() || process.getuid?.() !== 0 || !has('apt-get')) return
  console.log('installing Chromium …')
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }
  const install = (name) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], options)
  run('apt-get', ['update', '-qq'])
  if (!install('chromium-headless-shell')) install('chromium')
}

const groups = {
  async check() {
    await check('types: h5', bin('tsc'), ['-p', 'config/tsconfig.h5.json'])
    await check('types: mini-program', bin('tsc'), ['-p', 'config/tsconfig.weapp.json'])
    await check('types: domain', bin('tsc'), ['-p', 'src/domain'])
    await check('types: server, tests, scripts', bin('tsc'), ['-p', '.'])
    await check('lint', bin('eslint'), ['--cache', '--cache-location', '.cache/eslint', '--max-warnings=0', '--ext', '.ts,.tsx,.mjs,.cjs', '.'])
  },
  domain: () => tests('domain', ['domain', 'i18n', 'platform']),
  client: () => tests('api, stores, components', ['api', 'stores', 'components']),
  server: () => tests('server', ['server']),
  flows: () => tests('flows', ['flows']),
  async weapp() {
    await check('mini-program build', 'npm', ['run', '-s', 'build:weapp'])
    await tests('mini-program', ['weapp'])
  },
  async browser() {
    ensureChromium()
    await check('h5 build', 'npm', ['run', '-s', 'build:h5'])
    await tests('browser', ['browser'])
  },
  /** Of both builds, which the groups before it leave behind. */
  budgets: () => check('bytes and counts against their budgets', process.execPath, ['bench/budgets.mjs']),
}

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(groups)
for (const name of names) {
  if (!groups[name]) {
    console.error(`There is no group "${name}". Groups: ${Object.keys(groups).join(', ')}`)
    process.exit(2)
  }
  await groups[name]()
}
if (broken.length > 0) console.log(`\nfailed:\n${broken.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
