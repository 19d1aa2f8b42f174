import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The icons that the list shows before anything is opened. */
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
  'folder',
  'folder-input',
  'folder-plus',
  'image',
  'info',
  'list',
  'lock',
  'log-out',
  'message-circle',
  'mic',
  'pause',
  'pencil',
  'play',
  'refresh-cw',
  'scan-text',
  'send',
  'share-2',
  'tag',
  'trash-2',
  'type',
  'undo-2',
  'user',
  'user-plus',
  'users',
  'x',
]

/** Icons of the bar at the foot in their order, which footBar.scss knows. The bar shows its words first: the first page does not need the icons. */
const footNames = ['house', 'folder', 'plus', 'message-square', 'user']

/** Icons that only sharing needs: both builds put them into the package of sharing. */
const shareNames = ['link', 'minus', 'qr-code']

/** Icons that only the administrators' console needs. */
const adminNames = [
  'arrow-down',
  'arrow-left',
  'arrow-right-left',
  'arrow-up',
  'blocks',
  'chart-column',
  'circle-alert',
  'grip-vertical',
  'key-round',
  'menu',
  'monitor',
  'palette',
  'scroll-text',
  'shield',
  'shield-off',
  'triangle-alert',
]

/** Icons that only the editor of documents needs. */
const documentNames = [
  'align-center',
  'align-left',
  'align-right',
  'between-horizontal-end',
  'between-vertical-end',
  'bold',
  'clipboard-paste',
  'eraser',
  'heading',
  'history',
  'italic',
  'keyboard',
  'list-ordered',
  'list-todo',
  'palette',
  'redo-2',
  'sigma',
  'strikethrough',
  'table',
  'text-quote',
]

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

/**
 * The distance between the tops of two neighbouring icons, in icon heights. A whole number keeps every offset in whole px for icons whose size is
 * in whole px; 2 leaves a gap, so that no icon shows at the edge of another.
 */
const PITCH = 2
/** units of a drawing */
const SIDE = 24

/** The height of a sprite of `count` icons, in heights of an icon. */
const spriteHeight = (count: number) => (count - 1) * PITCH + 1

/**
 * One image of all icons, one below the other: an image per icon doubles the blocking time of the first page. WebKit rounds the width and the
 * height of a mask to whole px. Without `preserveAspectRatio="none"` it then fits the sprite into the rounded box and cuts the icons.
 */
function sprite(drawings: readonly Drawing[]): string {
  const bodies = drawings.map(({ body }, index) => `<g transform="translate(0 ${index * PITCH * SIDE})">${body}</g>`)
  const box = `viewBox="0 0 ${SIDE} ${spriteHeight(drawings.length) * SIDE}" preserveAspectRatio="none"`
  const pen = `fill="none" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box} ${pen}>${bodies.join('')}</svg>`
  return `url("data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent)}")`
}

/** The `mask-size` of a sprite. The box of an icon then shows one icon of the sprite. */
const sizeOf = (drawings: readonly Drawing[]) => `100% ${spriteHeight(drawings.length) * 100}%`

/**
 * Every engine of both builds knows the prefixed properties, so each sprite is written once. An icon whose stylesheet has not loaded shows
 * nothing.
 */
const base = (drawings: readonly Drawing[]) => `.icon {
  display: inline-block;
  flex: none;
  width: 24px;
  height: 24px;
  background-color: currentColor;
  -webkit-mask: ${sprite(drawings)} 0 var(--at, -100%) / ${sizeOf(drawings)} no-repeat;
}
`

/** Two classes in the selector, so that the order of stylesheets does not matter. */
function imageRule(drawings: readonly Drawing[]): string {
  const names = drawings.map(({ name }) => `.icon.icon-${name}`).join(',\n')
  return `${names} {\n  -webkit-mask-image: ${sprite(drawings)};\n  -webkit-mask-size: ${sizeOf(drawings)};\n}\n`
}

/** The place of an icon in the sprite, for any size of the icon. A variable is shorter than a rule of its own for the position. */
function placeRule({ name }: Drawing, index: number, { length }: readonly Drawing[]): string {
  return `.icon-${name} {\n  --at: ${+((100 * index) / (length - 1)).toFixed(3)}%;\n}\n`
}

/** Writes the Lucide icons that the screens use as CSS masks. */
export function writeIcons(folder: string): void {
  const drawn = (names: readonly string[]) => names.map((name) => ({ name, body: shapes(name) }))
  const full = filled.map((name) => ({ name: `${name}-filled`, body: `<g fill="black">${shapes(name)}</g>` }))
  const first = [...drawn(firstNames), ...full]
  writeStyles(path.join(folder, 'icons.scss'), [base(first), ...first.map(placeRule)])
  const foot = sprite(drawn(footNames))
  writeStyles(path.join(folder, 'footIcons.scss'), [`.foot-bar {\n  --foot-icons: ${foot};\n}\n`])
  writeText(
    path.join(folder, 'footIcons.ts'),
    `/** Written by config/icons.ts from Lucide (ISC licence). */\nexport const footIcons = ${JSON.stringify(foot)}\n`,
  )
  const behind = {
    'lazyIcons.scss': lazyNames,
    'shareIcons.scss': shareNames,
    'adminIcons.scss': adminNames,
    'documentIcons.scss': documentNames,
  }
  for (const [file, names] of Object.entries(behind)) {
    const drawings = drawn(names)
    writeStyles(path.join(folder, file), [imageRule(drawings), ...drawings.map(placeRule)])
  }
}

function writeStyles(target: string, rules: readonly string[]): void {
  writeText(target, ['/* Written by config/icons.ts from Lucide (ISC licence). */', ...rules].join('\n'))
}

/** Writes the file, unless it already has this content. */
function writeText(target: string, text: string): void {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text)
}
