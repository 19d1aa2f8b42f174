// Node's test runner over files in the order given, which its command line does not keep: node scripts/run-tests.mjs AT_ONCE FILE…
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const SLOWEST = 12

const [atOnce, ...files] = process.argv.slice(2)
const seconds = new Map()
const results = run({ files: files.map((file) => path.resolve(file)), concurrency: Number(atOnce) })
results.on('test:pass', take)
results.on('test:fail', (result) => {
  process.exitCode = 1
  take(result)
})
results.compose(new spec()).pipe(process.stdout)
process.on('exit', () => {
  const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, SLOWEST)
  console.log(`slowest files, in seconds: ${slowest.map(([name, time]) => `${name} ${Math.round(time)}`).join(', ')}`)
})

function take({ file, nesting, details }) {
  if (nesting > 0 || !file) return
  const name = `${path.basename(path.dirname(file))}/${path.basename(file).replace(/\.test\.\w+$/, '')}`
  seconds.set(name, (seconds.get(name) ?? 0) + details.duration_ms / 1000)
}
