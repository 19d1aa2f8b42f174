import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const src = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../src')

/** Each language is named in itself. */
const isLanguageNames = (file: string) => file === path.join('i18n', 'languages.ts')

/** Files of the client that may contain a text: all except the catalogues. */
export const sources: readonly ts.SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !/^i18n[\\/]\w+[\\/]/.test(file) && !isLanguageNames(file),
  )
  .map((file) => ts.createSourceFile(file, readFileSync(path.join(src, file), 'utf8'), ts.ScriptTarget.ES2022, true))

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

export function place(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}
