import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const names = [
  'arrow-up-down', 'building-2', 'check', 'chevron-down', 'chevron-left', 'chevron-right', 'clock', 'cloud-off', 'copy', 'ellipsis', 'eye',
  'file', 'folder-input', 'folder-plus', 'image', 'info', 'lock', 'log-out', 'message-circle', 'pencil', 'plus', 'refresh-cw', 'search', 'star', 'trash-2', 'user',
  'users', 'x',
]

/** Drawn full instead of outlined, as `icon-NAME-filled`. */
const filled = ['star']

/** Every engine of both builds knows the prefixed name, so each drawing is written once. */
const base = `.icon {
  display: inline-block;
  flex: none;
  width: 24px;
  height: 24px;
  background-color: currentColor;
  -webkit-mask: center / contain no-repeat;
}
`

function shapes(name: string): string {
  const file = path.join(path.dirname(require.resolve('lucide-static/package.json')), 'icons', `${name}.svg`)
  const body = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(file, 'utf8'))
  if (!body?.[1]) throw new Error(`icon without a drawing: ${name}`)
  return body[1].replace(/\s+/g, ' ').replace(/ ?\/> ?/g, '/>').trim()
}

function dataUri(name: string, fill: string): string {
  const frame = `viewBox="0 0 24 24" fill="${fill}" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${shapes(name)}</svg>`
  return `data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent)}`
}

function rule(name: string, uri: string): string {
  return `.icon-${name} {\n  -webkit-mask-image: url("${uri}");\n}\n`
}

/** Writes the Lucide icons that the screens use as CSS masks; leaves the file alone when nothing changed. */
export function writeIcons(target: string): void {
  const css = [
    '/* Written by config/icons.ts from Lucide (ISC licence). */',
    base,
    ...names.map((name) => rule(name, dataUri(name, 'none'))),
    ...filled.map((name) => rule(`${name}-filled`, dataUri(name, 'black'))),
  ].join('\n')
  if (!existsSync(target) || readFileSync(target, 'utf8') !== css) writeFileSync(target, css)
}
