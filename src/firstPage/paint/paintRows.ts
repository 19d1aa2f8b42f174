import type { Reply } from '@/contract/api'
import type { FrequentItem } from '@/contract/entities'
import { nameParts } from '@/domain/items/nameParts'
import { rowHeightOf } from '@/domain/items/lists/slots'
import { wordFrequent, wordRow, type RowClock, type RowTexts } from '@/i18n/rowTexts'
import { createWords, type Words } from '@/i18n/words'
import { itemOf, rowOfFrequent, type Row } from '@/stores/items/lists/rows'
import { element } from './elements'

/** The fields of the calls' answers that the first rows need. */
export type Answer = Partial<
  Pick<Reply<'GET /apps/files/file_list/{folderId}'>, 'items' | 'children' | 'folder' | 'view'> &
    Pick<Reply<'GET /apps/frequently_used_items/get_list'>, 'frequent_used_items'>
>

const clock: RowClock = { now: Date.now, zone: () => -new Date().getTimezoneOffset() }

interface Entry {
  row: Row
  frequent?: FrequentItem
}

/** The body of a list's screen with its first rows, and the bar at its foot. */
export interface Drawn {
  body: Element
  bar: Element
  /** Draws the next rows from an index on, as many as at first; an empty list if the screen is full. */
  more(from: number): Element[]
}

/**
 * The body of a list's screen with its first rows; null where there are none, or where pictures are shown as a grid. Elements and texts, never HTML: names are foreign input.
 * @param space of the list @param answer to the list's call @param catalogues in the visitor's language, the wording's last @param first row count
 */
export function drawRows(
  space: string,
  answer: Answer,
  catalogues: object[],
  textScale: number,
  first: number,
): Drawn | null {
  const entries = entriesOf(answer)
  if (entries.length === 0 || answer.view === 'photos') return null
  const t = createWords(...catalogues)
  const height = rowHeightOf(textScale)
  const draw = (from: number, to: number) =>
    entries.slice(from, to).map((entry, index) => {
      const row = drawRow(space, entry, t)
      row.style.top = `${(from + index) * height}px`
      return row
    })
  const list = element('virtual-list-body', draw(0, first))
  list.style.height = `${entries.length * height}px`
  const bar = element('search-bar', [element('search-bar-field', [])])
  return {
    body: element('screen-body', [element('virtual-list h5-scroll', [bar, list])]),
    bar: drawBar(space, t),
    more: (from) => draw(from, Math.min(from + first, Math.ceil(innerHeight / height))),
  }
}

/** As `FootBar` draws it. */
function drawBar(space: string, t: Words): HTMLElement {
  const present = space === 'frequent' ? 'home' : 'files'
  return element(
    'foot-bar',
    (['home', 'files', 'add', 'messages', 'me'] as const).map((entry) =>
      element(`foot-place foot-${entry}${entry === present ? ' foot-present' : ''}`, [
        entry === 'add' ? '' : t(`foot.${entry}`),
      ]),
    ),
  )
}

function entriesOf({ children, items, frequent_used_items: frequent }: Answer): Entry[] {
  if (frequent) return frequent.map((entry) => ({ row: rowOfFrequent(entry), frequent: entry }))
  return (children ?? items ?? []).map((row) => ({ row }))
}

function drawRow(space: string, { row, frequent }: Entry, t: Words): HTMLElement {
  const item = itemOf(row)
  const texts: Partial<RowTexts> & ReturnType<typeof wordFrequent> = item
    ? { ...wordRow(item, { space, frequent }, clock, t), faded: false }
    : wordFrequent(frequent!, t)
  const { head, tail } = nameParts(row.name, texts.type)
  const mark = (name: string, said: string | undefined) => (said ? [element(`row-mark ${name}`, [said], 'span')] : [])
  const name = element(texts.locked ? 'row-name row-locked' : 'row-name', [
    element('row-head', [head], 'span'),
    ...(tail ? [element('row-tail', [tail], 'span')] : []),
    ...mark('row-encrypted', texts.encrypted),
    ...mark('row-origin', texts.origin),
  ])
  const meta = element('row-meta', [
    element('row-detail', [texts.meta], 'span'),
    ...(texts.tags ?? []).flatMap((tag) => mark('row-tag', tag)),
    ...mark('row-tag row-rest', texts.moreTags),
  ])
  const tile = element(`tile tile-${texts.tile.group}`, [texts.tile.label])
  return element(texts.faded ? 'row row-placed row-faded' : 'row row-placed', [
    element('row-open', [tile, name, meta]),
    element('row-more', []),
  ])
}
