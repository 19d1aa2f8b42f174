import { expect, test } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(__dirname, '../../../src')
const console = path.join(root, 'screens/administration')
/** The frame of every screen, and its theme. */
const shared = ['screen', 'theme-dark']

function classesIn(file: string): string[] {
  const rules = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...rules.matchAll(/^ *\.([\w-]+)[^{}]*[{,]$/gm)].map(([, name]) => name!)
}

test('[ADM-02] no class of the console has rules in the app, whose style sheets stay when the console opens', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.scss'))
    .map((file) => path.join(root, file))
  const own = new Set(files.filter((file) => file.startsWith(console)).flatMap(classesIn))
  const others = new Set(files.filter((file) => !file.startsWith(console)).flatMap(classesIn))
  expect(own.size).toBeGreaterThan(100)
  expect([...own].filter((name) => others.has(name) && !shared.includes(name))).toStrictEqual([])
})
