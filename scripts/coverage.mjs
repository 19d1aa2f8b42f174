// Writes docs/spec/coverage.md: each row of the feature tables with the test files whose titles name the row.
// `--check` writes nothing and fails when the file is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const TABLES = ['features.md', 'ahead.md']
const spec = path.join(root, 'docs', 'spec')
const target = path.join(spec, 'coverage.md')

const rows = new Map(
  TABLES.flatMap((name) => [...readFileSync(path.join(spec, name), 'utf8').matchAll(/^\| ([A-Z0-9]+-\d\d) \|/gm)]).map(
    ([, id]) => [id, []],
  ),
)
const tests = path.join(root, 'tests')
const files = readdirSync(tests, { recursive: true }).filter((file) => /\.test\.tsx?$/.test(file))
const unknown = []
for (const file of files.sort()) {
  const name = file.split(path.sep).join('/')
  const titles = readFileSync(path.join(tests, file), 'utf8').matchAll(/\[([A-Z][A-Z0-9]+-\d\d)\]/g)
  for (const id of new Set([...titles].map(([, id]) => id))) {
    if (rows.has(id)) rows.get(id).push(name)
    else unknown.push(`tests/${name} names ${id}, which is no row of ${TABLES.join(' or ')}`)
  }
}

const text = `# Test files of each row

Written by \`npm run coverage\` from the titles of the tests; \`npm run check\` fails when it is stale. After a merge, write it anew.

| row | test files in \`tests/\` |
|---|---|
${[...rows].map(([id, names]) => `| ${id} | ${names.join(', ')} |`).join('\n')}
`

if (unknown.length > 0) fail(unknown.join('\n'))
else if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (text !== readFileSync(target, 'utf8')) fail('docs/spec/coverage.md is stale: run npm run coverage')

function fail(why) {
  console.error(why)
  process.exitCode = 1
}
