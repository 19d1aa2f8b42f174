import type { FolderKind, FileTile, Tile } from '@/domain/items/tiles'
import { graphemes } from '@/domain/text/graphemes'
import type { Brush } from '@/platform/Platform'
import { qrRuns, type QrMatrix } from './qrMatrix'

export interface Poster {
  tile: Tile
  name: string
  /** The sharer. */
  from: string
  /** How the link is opened, and until when. */
  note: string
  /** Only if the user wants it printed. */
  password?: string
  code: QrMatrix
}

/** px */
export const posterSize = { width: 720, height: 960 }

/** px */
const EDGE = 56
const TILE = 96
/** px that a code fills at most; the rest of the width is its margin */
const CODE = 560
/** px of a line below the code */
const ROOM = posterSize.width - 2 * EDGE

const black = '#17202c'
const grey = '#5f6977'
const white = '#ffffff'

/** As in `Tile.scss`. */
export const tileColours: Record<FileTile, string> = {
  pdf: '#cc3d28',
  doc: '#1f5fe8',
  xls: '#17804d',
  ppt: '#b85c00',
  text: '#4b5768',
  image: '#0e7490',
  video: '#7a4fc4',
  audio: '#a8327e',
  zip: '#7a5c00',
  cad: '#3f51b5',
  other: '#68717f',
}

/** Draws a card with the item, the sharer and the code (AH-15). White even in the dark theme, since it is for others. */
export function drawPoster(brush: Brush, { tile, name, from, note, password, code }: Poster): void {
  brush.fillStyle = white
  brush.fillRect(0, 0, posterSize.width, posterSize.height)
  drawTile(brush, tile)

  const left = EDGE + TILE + 28
  const room = posterSize.width - EDGE - left
  brush.textAlign = 'left'
  brush.textBaseline = 'middle'
  const names = write(brush, name, { x: left, y: EDGE + 24, room, most: 2, size: 34, weight: 600, colour: black })
  write(brush, from, { x: left, y: EDGE + 28 + names * 44, room, most: 1, size: 26, colour: grey })

  const top = EDGE + TILE + 56
  drawCode(brush, code, top)

  brush.textAlign = 'center'
  const centre = posterSize.width / 2
  let y = top + CODE + 40
  if (password) {
    y += 48 * write(brush, password, { x: centre, y, room: ROOM, most: 1, size: 34, weight: 600, colour: black })
  }
  write(brush, note, { x: centre, y, room: ROOM, most: 2, size: 28, colour: grey })
}

interface Line {
  x: number
  /** Middle of the first line, px. */
  y: number
  room: number
  /** Lines at most; the last one ends in an ellipsis where text is cut. */
  most: number
  size: number
  weight?: number
  colour: string
}

/** @returns the number of lines */
function write(brush: Brush, text: string, { x, y, room, most, size, weight = 400, colour }: Line): number {
  brush.font = `${weight} ${size}px sans-serif`
  brush.fillStyle = colour
  const lines = linesOf(brush, text, room, most)
  lines.forEach((line, index) => brush.fillText(line, x, y + index * size * 1.3))
  return lines.length
}

/** Breaks a text into lines that fit. Names have few places to break at, so a line may end after any character. */
export function linesOf(brush: Pick<Brush, 'measureText'>, text: string, room: number, most: number): string[] {
  const fits = (line: string) => brush.measureText(line).width <= room
  const lines: string[] = []
  let line = ''
  for (const character of graphemes(text)) {
    if (line === '' || fits(line + character)) {
      line += character
      continue
    }
    if (lines.length === most - 1) return [...lines, dotted(line, fits)]
    lines.push(line)
    line = character.trim()
  }
  return line === '' ? lines : [...lines, line]
}

function dotted(line: string, fits: (line: string) => boolean): string {
  const kept = graphemes(line)
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept.pop()
  return `${kept.join('')}…`
}

function drawCode(brush: Brush, code: QrMatrix, top: number): void {
  // Whole px per square keep edges sharp.
  const square = Math.max(1, Math.floor(CODE / code.size))
  const side = code.size * square
  const [left, above] = [Math.floor((posterSize.width - side) / 2), top + Math.floor((CODE - side) / 2)]
  brush.fillStyle = '#000000'
  for (const { x, y, length } of qrRuns(code)) {
    brush.fillRect(left + x * square, above + y * square, length * square, square)
  }
}

function drawTile(brush: Brush, { group, label }: Tile): void {
  if (!isFile(group)) return drawFolder(brush)
  brush.fillStyle = tileColours[group]
  fillRounded(brush, { x: EDGE, y: EDGE, width: TILE, height: TILE, radius: 14 })
  brush.fillStyle = white
  brush.font = '700 26px sans-serif'
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.fillText(label, EDGE + TILE / 2, EDGE + TILE / 2)
}

function isFile(group: FileTile | FolderKind): group is FileTile {
  return group in tileColours
}

function drawFolder(brush: Brush): void {
  const unit = TILE / 40
  const at = (x: number, y: number) => ({ x: EDGE + x * unit, y: EDGE + y * unit })
  brush.fillStyle = '#ffc24b'
  fillRounded(brush, { ...at(4, 7), width: 16 * unit, height: 12 * unit, radius: 3 * unit })
  fillRounded(brush, { ...at(4, 11), width: 32 * unit, height: 22 * unit, radius: 3 * unit })
  brush.fillStyle = '#ffd480'
  fillRounded(brush, { ...at(4, 16), width: 32 * unit, height: 17 * unit, radius: 3 * unit })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  radius: number
}

function fillRounded(brush: Brush, { x, y, width, height, radius }: Box): void {
  const [right, bottom] = [x + width, y + height]
  brush.beginPath()
  brush.moveTo(x + radius, y)
  brush.lineTo(right - radius, y)
  brush.quadraticCurveTo(right, y, right, y + radius)
  brush.lineTo(right, bottom - radius)
  brush.quadraticCurveTo(right, bottom, right - radius, bottom)
  brush.lineTo(x + radius, bottom)
  brush.quadraticCurveTo(x, bottom, x, bottom - radius)
  brush.lineTo(x, y + radius)
  brush.quadraticCurveTo(x, y, x + radius, y)
  brush.closePath()
  brush.fill()
}
