// Writes THIRD_PARTY_NOTICES from the packages that reach a phone or run in the server (`npm run notices`).
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const seen = new Map()

function folderOf(name, from) {
  for (let at = from; at.startsWith(root); at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name)
    if (existsSync(path.join(folder, 'package.json'))) return folder
  }
}

function visit(name, from) {
  const folder = folderOf(name, from)
  if (!folder || seen.has(folder)) return
  const {
    version,
    license,
    licenses,
    author,
    dependencies = {},
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  seen.set(folder, {
    name,
    version,
    license: license?.type ?? license ?? licenses?.map((each) => each.type).join(', ') ?? 'see its package',
    author: author?.name ?? author ?? '',
    copyright: file
      ? readFileSync(path.join(folder, file), 'utf8')
          .match(/^.*copyright \(c\).*$/im)?.[0]
          .trim()
      : undefined,
  })
  for (const each of Object.keys(dependencies)) visit(each, folder)
}

for (const name of Object.keys(manifest.dependencies)) visit(name, root)
// The build draws these icons into the client.
visit('@iconify-json/lucide', root)

const rows = [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
const lines = rows.map(
  (row) => `${row.name} ${row.version} — ${row.license}${row.copyright ? `\n    ${row.copyright}` : ''}`,
)
writeFileSync(
  path.join(root, 'THIRD_PARTY_NOTICES'),
  `Satchel uses these packages. Each stands under its own licence, whose text lies in the package.\n\n${[...new Set(lines)].join('\n')}\n`,
)
console.log(`${rows.length} packages`)
