// A run takes a part of sampled test files. This chooses what it takes in any case: for each row one of the tests that name it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashText } from './hashText.mjs'
import { root } from './install.mjs'

/**
 * Beginnings of titles, up to what is only known when the file runs.
 * @param files test files, relative to the root
 * @param seed the same seed chooses the same
 */
export function chosenTitles(files, seed) {
  const byRow = new Map()
  for (const title of files.flatMap(sampledTitles))
    for (const [row] of title.matchAll(/\[[A-Z]+-\d\d\]/g)) byRow.set(row, [...(byRow.get(row) ?? []), title])
  return [...new Set([...byRow].map(([row, titles]) => titles[hashText(row + seed) % titles.length]))]
}

function sampledTitles(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  if (!/sampledTest as test\b/.test(text)) return []
  return [...text.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs)].map(([, , title]) => title.split(/\$\{|\\/)[0])
}
