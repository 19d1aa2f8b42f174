import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import type { Place } from './iconInk'

const SIZES = [16, 18, 20, 24, 26, 28, 40]
/** CSS px; the largest icon and a margin. */
const CELL = 42
export const VIEWPORT = { width: 1200, height: 1008 }

export interface IconPage {
  html: string
  places: Place[]
}

/** A page of every icon that a build knows, black on white in each size. */
export function makeIconPage(folder: string): IconPage {
  const rules = iconRules(folder)
  const names = [...new Set(rules.join('\n').match(/\.icon-[\w-]+/g) ?? [])].map((name) => name.slice(1)).sort()
  const columns = Math.floor(VIEWPORT.width / CELL)
  const places = names
    .flatMap((name) => SIZES.map((size) => ({ name, size })))
    .map(({ name, size }, index) => ({
      name,
      x: (index % columns) * CELL,
      y: Math.floor(index / columns) * CELL,
      width: size,
      height: size,
    }))
  const spans = places.map(({ name, x, y, width, height }) => {
    const style = `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px`
    return `<span class="icon ${name}" style="${style}"></span>`
  })
  const style = `${rules.join('\n')}\nhtml { background: #fff; color: #000; overflow: hidden }`
  return { html: `<!doctype html><meta charset="utf-8"><style>${style}</style>${spans.join('')}`, places }
}

/** The rules of a build's style sheets that apply to icons alone. Other things have names like icons: only icons have masks, and places in them. */
function iconRules(folder: string): string[] {
  const found = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!/\.(css|wxss)$/.test(file)) continue
    postcss.parse(readFileSync(path.join(folder, file), 'utf8')).walkRules((rule) => {
      const isIcon = rule.selectors.every((selector) => /^(\.icon(-[\w-]+)?)+$/.test(selector))
      if (isIcon && rule.some((each) => each.type === 'decl' && /mask|^--at$/.test(each.prop)))
        found.add(rule.toString())
    })
  }
  return [...found]
}
