import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What the list shows before anything is opened. */
const firstNames = [
  'arrow-up-down',
  'chevron-down',
  'chevron-left',
  'cloud-off',
  'ellipsis',
  'list-checks',
  'message-square',
  'plus',
  'search',
  'star',
]

/** Loaded with the screens that import `theme/lazyIcons.scss`: the first page does not need them. */
const lazyNames = [
  'bell',
  'building-2',
  'camera',
  'check',
  'chevron-right',
  'clock',
  'copy',
  'download',
  'eye',
  'file',
  'folder-input',
  'folder-plus',
  'image',
  'info',
  'lock',
  'log-out',
  'message-circle',
  'mic',
  'pause',
  'pencil',
  'play',
  'refresh-cw',
  'share-2',
  'trash-2',
  'undo-2',
  'user',
  'user-plus',
  'users',
  'x',
]

/** Of sharing alone: in its package on both builds. */
const shareNames = ['link', 'minus', 'qr-code']

/** Filled instead of outlined, as `icon-NAME-filled`. */
const filled = ['star']

/** Every engine of both builds knows the prefixed property, so each drawing is written once; the order of styles does not matter. */
const base = `.icon {
  display: inline-block;
  flex: none;
  width: 24px;
  height: 24px;
  background-color: currentColor;
  -webkit-mask-position: center;
  -webkit-mask-repeat: no-repeat;
  -webkit-mask-size: contain;
}
`

interface IconSet {
  icons: Record<string, { body: string } | undefined>
  aliases: Record<string, { parent: string } | undefined>
}

const lucide = JSON.parse(readFileSync(require.resolve('@iconify-json/lucide/icons.json'), 'utf8')) as IconSet

/** An icon's shapes without colours and strokes, which the frame around them gives. */
function shapes(name: string): string {
  const icon = lucide.icons[lucide.aliases[name]?.parent ?? name]
  if (!icon) throw new Error(`icon without a drawing: ${name}`)
  return icon.body.replace(/<\/?g[^>]*>/g, '').replace(/ (fill|stroke|stroke-(width|linecap|linejoin))="[^"]*"/g, '')
}

function dataUri(name: string, fill: string): string {
  const frame = `viewBox="0 0 24 24" fill="${fill}" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${shapes(name)}</svg>`
  return `data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent)}`
}

function rule(name: string, uri: string): string {
  return `.icon-${name} {\n  -webkit-mask-image: url("${uri}");\n}\n`
}

/** Writes the Lucide icons that the screens use as CSS masks. */
export function writeIcons(folder: string): void {
  const drawn = (names: readonly string[]) => names.map((name) => rule(name, dataUri(name, 'none')))
  const full = filled.map((name) => rule(`${name}-filled`, dataUri(name, 'black')))
  writeStyles(path.join(folder, 'icons.scss'), [base, ...drawn(firstNames), ...full])
  writeStyles(path.join(folder, 'lazyIcons.scss'), drawn(lazyNames))
  writeStyles(path.join(folder, 'shareIcons.scss'), drawn(shareNames))
}

/** Leaves the file alone when nothing changed. */
function writeStyles(target: string, rules: readonly string[]): void {
  const css = ['/* Written by config/icons.ts from Lucide (ISC licence). */', ...rules].join('\n')
  if (!existsSync(target) || readFileSync(target, 'utf8') !== css) writeFileSync(target, css)
}
