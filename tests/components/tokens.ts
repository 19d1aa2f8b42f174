import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'postcss'
import { compile } from 'sass'

const src = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../src')

export type Look = 'light' | 'dark' | 'wework' | 'wework dark'
export const looks: readonly Look[] = ['light', 'dark', 'wework', 'wework dark']

const layers: Record<Look, readonly string[]> = {
  light: ['.screen'],
  dark: ['.screen', '.theme-dark'],
  wework: ['.screen', '.wework'],
  'wework dark': ['.screen', '.wework', '.theme-dark'],
}

const theme = new Map(
  ['palette.scss', 'tokens.scss'].map((file) => [file, parse(readFileSync(path.join(src, 'theme', file), 'utf8'))]),
)

/** Custom properties that a file of the theme declares under a selector. */
function declared(file: string, selector: string): Map<string, string> {
  const values = new Map<string, string>()
  theme.get(file)?.walkRules((rule) => {
    if (rule.selectors.includes(selector)) rule.walkDecls(/^--/, ({ prop, value }) => void values.set(prop, value))
  })
  return values
}

/** A token as `#rrggbb`, in a look; later layers win, in the order of the style sheet. */
export function colour(token: string, look: Look): string {
  const themed = layers[look].flatMap((selector) => [...declared('tokens.scss', selector)])
  const values = new Map([...declared('palette.scss', 'page'), ...themed])
  let value = values.get(token)
  for (let name = inner(value); name; name = inner(value)) value = values.get(name)
  if (!value) throw new Error(`no colour: ${token}`)
  return value
}

export function inner(value: string | undefined): string | undefined {
  return /^var\((--[\w-]+)\)$/.exec(value ?? '')?.[1]
}

/** The rules of a component's style sheet, as compiled. */
export function rules(file: string): { selector: string; values: Map<string, string> }[] {
  const found: { selector: string; values: Map<string, string> }[] = []
  parse(compile(path.join(src, 'components', file)).css).walkRules((rule) => {
    const values = new Map<string, string>()
    rule.walkDecls(({ prop, value }) => void values.set(prop, value))
    found.push({ selector: rule.selector, values })
  })
  return found
}

/** WCAG's ratio of two colours, 1 to 21. */
export function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
