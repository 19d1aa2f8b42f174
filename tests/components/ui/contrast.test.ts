import { readdirSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { colour, inner, looks, ratio, rules, type Look } from '../tokens'

const folder = new URL('../../../src/components', import.meta.url)
const styles = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) =>
  /[\\/][A-Z]\w*\.scss$/.test(file),
)

/** Foregrounds and backgrounds that no single rule names together. */
const pairs: readonly (readonly [string, readonly string[]])[] = [
  ['--text', ['--page', '--card', '--card-press', '--fill', '--fill-weak', '--brand-weak']],
  ['--text-2', ['--page', '--card', '--card-press', '--fill', '--fill-weak', '--brand-weak']],
  ['--text-3', ['--page', '--card', '--card-press', '--fill-weak']],
  ['--brand', ['--page', '--card', '--brand-weak']],
  ['--danger', ['--page', '--card', '--card-press']],
  ['--warning', ['--card', '--warning-weak']],
  ['--on-button', ['--button', '--button-press']],
  ['--on-danger', ['--danger-fill']],
  ['--on-toast', ['--toast']],
  ['--toast-action', ['--toast']],
]

/** The pairs with less contrast than they should have. */
function faintOf(list: typeof pairs, look: Look, least: number) {
  return list
    .flatMap(([text, grounds]) =>
      grounds.map((ground) => ({ text, ground, is: ratio(colour(text, look), colour(ground, look)) })),
    )
    .filter(({ is }) => is < least)
}

/** Pairs of marks that are no text. */
const marks: readonly (readonly [string, readonly string[]])[] = [
  ['--success', ['--card']],
  ['--text', ['--page', '--card', '--fill-weak']],
]

for (const look of looks) {
  describe(`contrast, ${look}`, () => {
    test('every text has a contrast of 4.5:1 with its background', () => {
      expect(faintOf(pairs, look, 4.5)).toStrictEqual([])
    })

    test('every mark has a contrast of 3:1', () => {
      expect(faintOf(marks, look, 3)).toStrictEqual([])
    })

    test('every rule with both colours keeps them apart, except for disabled buttons', () => {
      const said = styles
        .flatMap((file) => rules(file))
        .flatMap(({ selector, values }) => {
          const [text, ground] = [inner(values.get('color')), inner(values.get('background'))]
          if (!text || !ground || selector === '.button-disabled') return []
          return [{ selector, is: ratio(colour(text, look), colour(ground, look)) }]
        })
      expect(said.length).toBeGreaterThanOrEqual(8)
      expect(said.filter(({ is }) => is < 4.5)).toStrictEqual([])
    })
  })
}

test('white is readable on every tile and avatar', () => {
  const fills = ['ui/Tile.scss', 'ui/Avatar.scss']
    .flatMap((file) => rules(file))
    .flatMap(({ selector, values }) => {
      const fill = values.get('background-color') ?? values.get('background')
      return fill?.startsWith('#') ? [{ selector, is: ratio('#ffffff', fill) }] : []
    })
  expect(fills).toHaveLength(11 + 5)
  expect(fills.filter(({ is }) => is < 4.5)).toStrictEqual([])
})
