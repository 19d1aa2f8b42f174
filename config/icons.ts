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
  'send',
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

interface Drawing {
  name: string
  body: string
}

/** units of the drawing: from the top of an icon to the top of the next one, so that none shows at the edge of another */
const PITCH = 32

/** One image of all, one below the other: to load one each takes a phone longer than to draw a screen of them. */
function sprite(drawings: readonly Drawing[]): string {
  const bodies = drawings.map(({ body }, index) => `<g transform="translate(0 ${index * PITCH})">${body}</g>`)
  const height = (drawings.length - 1) * PITCH + 24
  const frame = `viewBox="0 0 24 ${height}" fill="none" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${bodies.join('')}</svg>`
  return `url("data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent)}")`
}

/** Every engine of both builds knows the prefixed properties, so each sprite is written once. What has no place yet shows nothing. */
const base = (image: string) => `.icon {
  display: inline-block;
  flex: none;
  width: 24px;
  height: 24px;
  background-color: currentColor;
  -webkit-mask-image: ${image};
  -webkit-mask-position: 0 -100%;
  -webkit-mask-repeat: no-repeat;
  -webkit-mask-size: 100% auto;
}
`

/** For two classes, so that the order of files does not matter. */
function imageRule(drawings: readonly Drawing[]): string {
  return `${drawings.map(({ name }) => `.icon.icon-${name}`).join(',\n')} {\n  -webkit-mask-image: ${sprite(drawings)};\n}\n`
}

/** Its place in the image, whatever its size. */
function placeRule({ name }: Drawing, index: number, { length }: readonly Drawing[]): string {
  return `.icon-${name} {\n  -webkit-mask-position: 0 ${+((100 * index) / (length - 1)).toFixed(4)}%;\n}\n`
}

/** Writes the Lucide icons that the screens use as CSS masks. */
export function writeIcons(folder: string): void {
  const drawn = (names: readonly string[]) => names.map((name) => ({ name, body: shapes(name) }))
  const full = filled.map((name) => ({ name: `${name}-filled`, body: `<g fill="black">${shapes(name)}</g>` }))
  const first = [...drawn(firstNames), ...full]
  writeStyles(path.join(folder, 'icons.scss'), [base(sprite(first)), ...first.map(placeRule)])
  for (const [file, names] of Object.entries({ 'lazyIcons.scss': lazyNames, 'shareIcons.scss': shareNames })) {
    const drawings = drawn(names)
    const places = drawings.map(placeRule).map((rule) => `.icon${rule}`)
    writeStyles(path.join(folder, file), [imageRule(drawings), ...places])
  }
}

/** Leaves the file alone when nothing changed. */
function writeStyles(target: string, rules: readonly string[]): void {
  const css = ['/* Written by config/icons.ts from Lucide (ISC licence). */', ...rules].join('\n')
  if (!existsSync(target) || readFileSync(target, 'utf8') !== css) writeFileSync(target, css)
}
