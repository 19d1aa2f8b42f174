// The subjects of docs/glossary.md: each has one name in every layer, and no two subjects of services or queries depend on each other.
// Files that depend on each other are found in the same way.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Layers with a folder, or a file, per subject. */
const LAYERS = [
  'server/routes',
  'server/services',
  'server/policies',
  'server/presenters',
  'server/queries',
  'tests/server',
  'tests/security',
]
/** Below each of these lies a folder per subject; files beside the folders belong to all subjects. */
const FOLDERS = [
  'src/contract',
  'src/domain',
  'src/stores',
  'src/i18n',
  'src/screens',
  'tests/domain',
  'tests/stores',
  'tests/components',
  'tests/browser',
  'tests/weapp',
]
/** In these layers subjects import each other in one direction only. */
const ORDERED = ['server/services', 'server/queries']

const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
const known = new Set([
  ...firstCells(section('## Subjects', '\n### ')),
  ...firstCells(section('### Rooms that are no subject', '\n## ')),
])

/** Files whose folder below a layer is no subject, each with the reason. @param files paths from the root, with `/` */
export function misnamed(files) {
  return files.flatMap((file) => {
    const subject = subjectOf(file, LAYERS) ?? folderOf(file)
    return subject === null || known.has(subject)
      ? []
      : [[file, `${subject} is no subject of docs/glossary.md, and none of its rooms`]]
  })
}

/** Circles of subjects within a layer, each at its first file, with the imports that form the circle. @param imports the imported files by file */
export function subjectCircles(imports) {
  return ORDERED.flatMap((layer) => circlesOf(needsWithin(layer, imports)))
}

/** By subject: the subjects that it imports, each with one such import. */
function needsWithin(layer, imports) {
  const needs = new Map()
  for (const [file, imported] of imports) {
    const from = subjectOf(file, [layer])
    for (const other of from === null ? [] : imported) {
      const to = subjectOf(other, [layer])
      if (to === null || to === from) continue
      if (!needs.has(from)) needs.set(from, new Map())
      needs.get(from).set(to, [file, other])
    }
  }
  return needs
}

function circlesOf(needs) {
  return findCircles(needs.keys(), (subject) => needs.get(subject)?.keys()).map((circle) => {
    const steps = circle.map((subject, at) => needs.get(subject).get(circle[at + 1] ?? circle[0]))
    const imports = steps.map((step) => step.join(' → ')).join(', ')
    return [steps[0][0], `subjects need each other: ${[...circle, circle[0]].join(' → ')} (${imports})`]
  })
}

/**
 * Finds the circles of a graph, each once, as the shortest one through its first node.
 * @param nodes in the order in which they are searched @param next the nodes that a node leads to
 * @returns the nodes of each circle in order, the first one not repeated
 */
export function findCircles(nodes, next) {
  const found = []
  const seen = new Set()
  for (const start of nodes) {
    if (seen.has(start)) continue
    const circle = shortest(start, next)
    if (circle === null) continue
    for (const node of circle) seen.add(node)
    found.push(circle)
  }
  return found
}

function shortest(start, next) {
  const from = new Map([[start, null]])
  for (const node of from.keys()) {
    for (const to of next(node) ?? []) {
      if (to === start) {
        const way = []
        for (let at = node; at !== null; at = from.get(at)) way.unshift(at)
        return way
      }
      if (!from.has(to)) from.set(to, node)
    }
  }
  return null
}

/** The folder, or the file without its extension, below one of these layers; null elsewhere. */
function subjectOf(file, layers) {
  const layer = layers.find((name) => file.startsWith(`${name}/`))
  return layer === undefined ? null : file.slice(layer.length + 1).split(/[/.]/)[0]
}

/** The folder below a layer of folders; null elsewhere, and for a file beside the folders. */
function folderOf(file) {
  const layer = FOLDERS.find((name) => file.startsWith(`${name}/`))
  const [folder, inside] = layer === undefined ? [] : file.slice(layer.length + 1).split('/')
  return inside === undefined ? null : folder
}

function section(start, end) {
  const from = glossary.indexOf(start)
  return glossary.slice(from, glossary.indexOf(end, from + start.length))
}

/** The names in the first column of a table, without its heading. */
function firstCells(text) {
  return [...text.matchAll(/^\| ([\w, ]+) \|/gm)].slice(1).flatMap(([, cell]) => cell.split(', '))
}
