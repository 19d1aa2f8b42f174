import { statSync } from 'node:fs'
import path from 'node:path'
import { compileTemplates, filesBelow } from '../compilers'
import type { Parts } from './parts'

/** Makes the virtual tree of one template from its data. */
export type Template = (data: unknown) => unknown
export type Templates = (file: string) => Template | undefined

const known = new Map<string, { stamp: string; source: string }>()

function stampOf(root: string): string {
  return filesBelow(root, ['.wxml', '.wxs', '.json'])
    .map((file) => `${file}:${statSync(path.join(root, file)).mtimeMs}`)
    .join('\n')
}

function sourceOf(root: string): string {
  const stamp = stampOf(root)
  const before = known.get(root)
  if (before?.stamp === stamp) return before.source
  const source = compileTemplates(root)
  known.set(root, { stamp, source })
  return source
}

/** The compiled templates of a build; a template's name has no leading `./`. Recompiled only when a file has changed. */
export function loadTemplates(root: string, parts: Parts, console: object): Templates {
  const { window } = parts
  return parts.run(`${sourceOf(root)}\n;return $gwx`, { window, document: window.document, console }) as Templates
}
