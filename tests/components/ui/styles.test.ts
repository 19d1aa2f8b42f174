import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { rowHeightOf } from '@/domain/items/lists/slots'
import { rules } from '../tokens'

const folder = new URL('../../../src/components/', import.meta.url)
const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
const styles = files.filter((file) => /[\\/][A-Z]\w*\.scss$/.test(file))
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const all = styles.flatMap((file) => rules(file).map((rule) => ({ file, ...rule })))

/** Classes and pseudo-classes: WeChat's compiler refuses more, and a component's styles must not reach other tags. */
const allowed = /^(\.[a-z][a-z0-9_-]*(::?[a-z-]+)*\s*)+$/
const keyframe = /^(from|to|\d+%)$/

describe('the styles of components', () => {
  test('styles select only classes', () => {
    const selectors = all.flatMap(({ selector }) => selector.split(',').map((one) => one.trim()))
    expect(selectors.filter((one) => !allowed.test(one) && !keyframe.test(one))).toStrictEqual([])
  })

  test('every variable is a token of the theme, or set by the component itself or by the text fields of H5', () => {
    const tokens = read('../theme/tokens.scss')
    const fields = read('../platform/h5/components/fields.tsx')
    const unknown = styles.flatMap((file) => {
      const source = files.includes(file.replace('.scss', '.tsx')) ? read(file.replace('.scss', '.tsx')) : ''
      const names = [...read(file).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? '')
      return names
        .filter((name) => !tokens.includes(`${name}:`) && !`${source}${fields}`.includes(`'${name}'`))
        .map((name) => `${file} ${name}`)
    })
    expect(unknown).toStrictEqual([])
  })

  test('a colour is a token, except on tiles and avatars', () => {
    const isFixed = (values: Map<string, string>) =>
      /^(#|rgb)/.test(values.get('color') ?? '') || /^(#|rgb)/.test(values.get('background') ?? '')
    const fixed = all.filter(({ file, values }) => !/\b(Tile|Avatar|ContactPicture)\./.test(file) && isFixed(values))
    expect(fixed.map(({ file, selector }) => `${file} ${selector}`)).toStrictEqual([])
  })

  test('flex items have no gap, which WeChat on iOS 14.0 does not know', () => {
    expect(all.filter(({ values }) => values.has('gap')).map(({ file }) => file)).toStrictEqual([])
  })

  test('a row is as high as the list’s arithmetic assumes', () => {
    const row = all.find(({ selector }) => selector === '.row')
    const [space = 0, text = 0] = (row?.values.get('height')?.match(/\d+/g) ?? []).map(Number)
    expect(row?.values.get('height')).toBe(`calc(${space}px + ${text}px * var(--text-scale))`)
    expect([1, 1.3, 2].map(rowHeightOf)).toStrictEqual([1, 1.3, 2].map((scale) => space + text * scale))
    expect(row?.values.get('min-height')).toBe(`${rowHeightOf(0)}px`)
  })

  test('a line grows with the user’s text size', () => {
    const everywhere = readdirSync(new URL('../', folder), { encoding: 'utf8', recursive: true })
    const fixed = everywhere.filter(
      (file) => /\.s?css$/.test(file) && /line-height: *[\d.]+px/.test(read(`../${file}`)),
    )
    expect(fixed).toStrictEqual([])
  })

  test('every text field shows its focus in a colour of the theme, or by its frame, not by the browser’s black ring', () => {
    const everywhere = ['components', 'screens'].flatMap((layer) =>
      readdirSync(new URL(`../${layer}/`, folder), { encoding: 'utf8', recursive: true })
        .filter((file) => /\.(tsx|scss)$/.test(file) && !file.startsWith('administration'))
        .map((file) => ({ file, text: read(`../${layer}/${file}`) })),
    )
    const css = everywhere.flatMap(({ file, text }) => (file.endsWith('.scss') ? [text] : [])).join('\n')
    const isOurs = (name: string) =>
      new RegExp(`\\.${name}(:focus)? \\{[^}]*outline: (none|1px solid var\\(--brand\\));`).test(css)
    const fields = everywhere.flatMap(({ file, text }) =>
      [...text.matchAll(/<(?:Input|Textarea)\s+className=(?:"([^"]+)"|\{([^}]+)\})/g)].map(
        ([, plain, chosen = '']) => ({
          file,
          names: plain?.split(' ') ?? [...chosen.matchAll(/'([\w-]+)/g)].map(([, name]) => name!),
        }),
      ),
    )
    expect(fields.length).toBeGreaterThan(8)
    expect(fields.filter(({ names }) => !names.some(isOurs))).toStrictEqual([])
  })

  test('every component has its own file of styles, and every file is used', () => {
    const sources = files
      .filter((file) => file.endsWith('.tsx'))
      .map(read)
      .join('\n')
    expect(styles.filter((file) => !sources.includes(`'./${path.basename(file)}'`))).toStrictEqual([])
  })
})
