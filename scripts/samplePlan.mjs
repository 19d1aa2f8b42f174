// A run takes a part of sampled test files. This chooses the files of which it takes tests by chance, and what it takes in any case: for each row
// that no test names that always runs, one of the tests that name it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashText } from './hashText.mjs'
import { root } from './install.mjs'

/** Of the sampled files; a file costs a server, a browser or a phone before its first test, so fewer files are opened and more is taken of each. */
const OPENED = 1 / 4
const IS_SAMPLED = /= sampledTest\(/

/**
 * @param files test files, relative to the root
 * @param seed the same seed chooses the same
 * @returns `opened`: files of which tests are taken by chance; `titles`: beginnings of titles to take in any case, up to what is only known when a
 *   file runs; `idle`: files of which nothing is taken
 */
export function planSample(files, seed) {
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  const sampled = files.filter((file) => IS_SAMPLED.test(texts.get(file)))
  const order = (word) => hashText(`${word} ${seed}`)
  const opened = [...sampled]
    .sort((one, other) => order(one) - order(other))
    .slice(0, Math.ceil(sampled.length * OPENED))

  const proven = new Set(
    files.filter((file) => !sampled.includes(file)).flatMap((file) => rowsOf(titlesIn(texts.get(file)).join())),
  )
  const offered = sampled.flatMap((file) => titlesIn(texts.get(file)).map((title) => ({ file, title })))
  const started = new Set(opened)
  const titles = []
  const rows = [...new Set(offered.flatMap(({ title }) => rowsOf(title)))].sort(
    (one, other) => order(one) - order(other),
  )
  for (const row of rows) {
    if (proven.has(row)) continue
    const naming = offered.filter(({ title }) => title.includes(row))
    const cheap = naming.filter(({ file }) => started.has(file))
    const from = cheap.length > 0 ? cheap : naming
    const { file, title } = from[order(row) % from.length]
    started.add(file)
    titles.push(title)
    for (const each of rowsOf(title)) proven.add(each)
  }
  return { opened, titles, idle: sampled.filter((file) => !started.has(file)) }
}

const rowsOf = (title) => title.match(/\[[A-Z]+-\d\d\]/g) ?? []

function titlesIn(text) {
  return [...text.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , title]) => title.split(/\$\{|\\/)[0])
}
