/// <reference path="./qrcode.d.ts" />
import { create } from 'qrcode/lib/core/qrcode'

/** The squares of a QR code. */
export interface QrMatrix {
  /** Squares per side, without the margin. */
  size: number
  isDark(x: number, y: number): boolean
}

/** Free squares around a code. */
export const QR_MARGIN = 4

/** @param address plain; characters outside ASCII are escaped */
export function qrMatrix(address: string): QrMatrix {
  const text = address.replace(/[^\x20-\x7e]+/g, encodeURIComponent)
  // As bytes, because WeChat has no TextEncoder.
  const data = Uint8Array.from(Array.from(text, (character) => character.charCodeAt(0)))
  const { modules } = create([{ data, mode: 'byte' }], { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (x, y) => Boolean(modules.get(y, x)) }
}

/** Adjacent dark squares as rectangles one square high. */
export function qrRuns({ size, isDark }: QrMatrix): { x: number; y: number; length: number }[] {
  const runs: { x: number; y: number; length: number }[] = []
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) continue
      if (x > 0 && isDark(x - 1, y)) runs[runs.length - 1]!.length += 1
      else runs.push({ x, y, length: 1 })
    }
  }
  return runs
}

/** A QR code with its margin, as the address of an SVG for `url("…")`. */
export function qrPicture(matrix: QrMatrix): string {
  const path = qrRuns(matrix)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('')
  const side = matrix.size + 2 * QR_MARGIN
  const frame = `viewBox='-${QR_MARGIN} -${QR_MARGIN} ${side} ${side}' shape-rendering='crispEdges'`
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' ${frame}><path d='${path}'/></svg>`
  return `data:image/svg+xml,${svg.replace(/[<>#%]/g, encodeURIComponent)}`
}
