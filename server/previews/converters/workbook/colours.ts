import type { CellColor } from '@/domain/documents/sheets/content'

/** Colours of letters and behind them, as the editor shows them by day (screens/documents/sheets). */
export const colours: Record<'letters' | 'ground', Record<CellColor, string>> = {
  letters: { red: 'B3261E', orange: '8A4B00', yellow: '6B5B00', green: '1B6D2F', blue: '0A55B5', grey: '5C6067' },
  ground: { red: 'FDE3E1', orange: 'FDE9D2', yellow: 'FFF4B8', green: 'DFF3E2', blue: 'DFEAFB', grey: 'E9EAED' },
}

/** The hues, in degrees, at which each colour ends. */
const hues: readonly [end: number, color: CellColor][] = [
  [16, 'red'],
  [43, 'orange'],
  [68, 'yellow'],
  [175, 'green'],
  [290, 'blue'],
  [360, 'red'],
]
/** Least difference between the strongest and the weakest light of a colour, of 255. */
const COLOURED = 14

/** The nearest colour that cells have. @param rgb such as FF0000 @returns null for black and white, which are no colours of a cell, and for others */
export function nearestColour(rgb: string | undefined): CellColor | null {
  if (rgb === undefined || !/^[0-9a-f]{6}$/i.test(rgb)) return null
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(rgb.slice(at, at + 2), 16)) as [number, number, number]
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range < COLOURED) return most < 64 || least > 247 ? null : 'grey'
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return hues.find(([end]) => sixth * 60 <= end)![1]
}
