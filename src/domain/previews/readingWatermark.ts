/** px of one tile */
const TILE = { width: 300, height: 190 }
/** px */
const SIZE = 15

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** What no XML may contain. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\p{Cs}\ufffe\uffff]/gu

/** The address of a picture with a watermark, which tiles the ground of a text. @param colour a name of CSS, without spaces */
export function watermarkImage(text: string, colour: string): string {
  const words = text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (letter) => entities[letter]!)
  const [x, y] = [TILE.width / 2, TILE.height / 2]
  const lines = words
    .split('\n')
    .map((line, at) => `<tspan x="${x}" dy="${at === 0 ? 0 : SIZE * 1.4}">${line}</tspan>`)
    .join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.height}">` +
    `<text x="${x}" y="${y}" transform="rotate(-20 ${x} ${y})" text-anchor="middle" font-family="sans-serif" ` +
    `font-size="${SIZE}" fill="${colour}" fill-opacity="0.16">${lines}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
