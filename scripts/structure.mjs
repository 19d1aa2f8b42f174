// Checks rules of the tree that the linter does not know: no import against the zones (importZones.mjs), no circle of imports (including types and
// lazy imports), no code file above 300 lines, no name that the glossary replaced, no proof of docs/security.md without its test, ports by name, one
// name per subject in every layer (docs/glossary.md), no circle of subjects, no folder with more than 25 files. Prints the violations; with
// `node scripts/structure.mjs FOLDER…` only those in the folders.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { refusals } from './importZones.mjs'
import { replacedIn } from './replacedNames.mjs'
import { findCircles, misnamed, subjectCircles } from './subjects.mjs'
import { root } from './install.mjs'

const LINES = 300
const FILES = 25
const ROOMS = ['src', 'server', 'scripts', 'config', 'bench', 'tests']
/** Exempt from the limit of lines: texts, migrations, tests. */
const exempt = [/^src\/i18n\//, /^server\/migrations\//, /^tests\//]
/** Folders whose files must name the ports that they use. */
const namesPorts = /^server\/(http|web|routes|services|jobs|live|previews)\//
/** Longer files, each with its limit of lines and the reason. */
const longer = {
  // The types of the whole database, one per table: no logic, read as one.
  'server/database/tables.ts': 400,
}
const ending = ['', '.ts', '.tsx', '.h5.ts', '.h5.tsx', '.weapp.ts', '.weapp.tsx', '.d.ts', '.mjs', '.cjs']

const isCode = (name) => /\.(ts|tsx|mjs|cjs)$/.test(name) && !name.includes('/fixture/')
const files = ROOMS.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true })
    .map((name) => path.posix.join(room, name.split(path.sep).join('/')))
    .filter(isCode),
)
const known = new Set(files)
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const problems = []
const imports = new Map()
for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { identifiers, sources, takesAll } = read(file, text)
  imports.set(file, new Set(sources.flatMap((source) => resolve(file, source))))
  for (const imported of imports.get(file))
    for (const why of refusals(file, imported)) problems.push([file, `imports ${imported}: ${why}`])
  for (const name of undeclared(file, sources)) problems.push([file, `${name} is no dependency of package.json`])
  if (takesAll && namesPorts.test(file)) problems.push([file, 'name the ports that are used: Pick<Dependencies, …>'])
  const lines = text.split('\n').length - 1
  if (lines > (longer[file] ?? LINES) && !exempt.some((path) => path.test(file)))
    problems.push([file, `${lines} lines`])
  const names = [...replacedIn(file, identifiers)]
  if (names.length > 0) problems.push([file, `names: ${names.join(', ')}`])
}
for (const named of missingTests()) problems.push(['docs/security.md', `no such test: ${named}`])
for (const [file, why] of misnamed(files)) problems.push([file, why])
for (const [file, why] of subjectCircles(imports)) problems.push([file, why])
for (const [folder, count] of fullFolders()) problems.push([folder, `${count} files of code`])
for (const circle of findCircles(files, (file) => imports.get(file)))
  problems.push([circle[0], `circle: ${[...circle, circle[0]].join(' → ')}`])

const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const shown = problems.filter(([file]) => asked.length === 0 || asked.some((folder) => file.startsWith(folder)))
for (const [file, why] of shown.sort()) console.log(`${file}: ${why}`)
console.log(`${shown.length} problems in ${files.length} files`)
if (shown.length > 0 && !process.argv.includes('--report')) process.exitCode = 1

/** Tests that docs/security.md names as `server/x.test.ts › title` and that do not exist under that title. */
function missingTests() {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  const named = [...text.matchAll(/`((?:\w+\/)+\w[\w.]*\.test\.tsx?)(?: › ([^`]+))?`/g)]
  return named.flatMap(([, file, title = '']) => {
    const where = file.startsWith('tests/') ? file : `tests/${file}`
    return known.has(where) && readFileSync(path.join(root, where), 'utf8').includes(title) ? [] : `${file} › ${title}`
  })
}

/** Folders with too many code files. */
function fullFolders() {
  const counts = new Map()
  for (const file of files.filter((name) => /^(server|src)\//.test(name) && !exempt.some((path) => path.test(name)))) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > FILES)
}

/** Packages that code of the server imports, and that `npm ci --omit=dev` does not install. */
function undeclared(file, sources) {
  if (!file.startsWith('server/')) return []
  return sources
    .filter((source) => /^[^.]/.test(source) && !/^(node:|@\/)/.test(source))
    .map((source) => source.split('/', source.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !(name in dependencies))
}

/** The identifiers of a file (called ones also with `()`), its imports, and whether it uses the whole `Dependencies`. */
function read(file, text) {
  const identifiers = new Set()
  const sources = []
  let takesAll = false
  const visit = (node) => {
    if (ts.isIdentifier(node)) identifiers.add(node.text)
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) identifiers.add(`${node.expression.text}()`)
    if (node.type && ts.isTypeReferenceNode(node.type) && !ts.isTypeAliasDeclaration(node))
      takesAll ||= node.type.typeName.text === 'Dependencies'
    const source = ts.isImportTypeNode(node) ? node.argument.literal : (node.moduleSpecifier ?? lazySource(node))
    if (source && ts.isStringLiteral(source)) sources.push(source.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return { identifiers, sources, takesAll }
}

function lazySource(node) {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    ? node.arguments[0]
    : undefined
}

/** The files that an import may mean: both files of a platform pair. */
function resolve(file, source) {
  const base = source.startsWith('@/')
    ? `src/${source.slice(2)}`
    : source.startsWith('.') && path.posix.join(path.posix.dirname(file), source)
  if (!base) return []
  return [base, `${base}/index`].flatMap((stem) => ending.map((end) => stem + end)).filter((name) => known.has(name))
}
