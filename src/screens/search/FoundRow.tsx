import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import { Tile } from '@/components/ui/Tile'
import { classes } from '@/components/ui/classes'
import { nameParts, saysWhole } from '@/domain/items/nameParts'
import '@/components/rows/Row.scss'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWindow, useWords } from '@/components/ui/context'
import type { FoundItem } from '@/contract/entities'
import { formatSize } from '@/domain/format/size'
import { isEdited } from '@/domain/items/onlineEditing'
import { tileOf } from '@/domain/items/tiles'
import { wordFolders } from '@/domain/search/place'
import { cutAt, excerpt, highlight, type Piece, type SearchedWords } from '@/domain/search/highlight'
import { wordSize } from '@/i18n/format'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import { wordAgo } from '@/screens/app/wording'
import type { AppServices } from '@/stores/app/AppServices'

interface Props extends RowPlace {
  item: FoundItem
  words: string
  /** Absent where the item cannot be opened. */
  onOpen?(item: FoundItem): void
  onMore?(item: FoundItem): void
}

/** px of the third line of a result, at the designed text size */
export const FOUND_LINE = 18

/** Characters of a line that fit on the narrowest phone, at the designed text size. */
const NAME_WIDTH = 14
const DETAIL_WIDTH = 16
/** px beside the second line, and px of date and size behind the path, at the designed text size */
const BESIDE_LINE = 124
const BEHIND_PATH = 120
/** px of a Chinese character of the path */
const CHARACTER = 12

/** A search result with its matches marked. Where other fields than the name match, a line of their own names them, below place and date (SRCH-03, AH-41). */
export const FoundRow = observer(function FoundRow({ item, words, onOpen, onMore, top, position, total }: Props) {
  const app = useApp()
  const t = useWords<'search'>()
  const { textScale, width } = useWindow()
  const pathWidth = Math.max(6, Math.floor((width - BESIDE_LINE - BEHIND_PATH * textScale) / (CHARACTER * textScale)))
  const marked = item.hit_words ?? words
  const [head, tail] = namePieces(item, marked, Math.floor(NAME_WIDTH / textScale))
  const fields = fieldsOf(item, marked, Math.floor(DETAIL_WIDTH / textScale))
  return (
    <View
      className={classes('row row-placed row-found', !onOpen && 'row-faded')}
      style={{ top: `${top}px` }}
      role={position === undefined ? undefined : 'listitem'}
      aria-posinset={position}
      aria-setsize={total}
    >
      <View className="row-open" aria-disabled={!onOpen || undefined} onClick={() => onOpen?.(item)}>
        <Tile {...tileOf(item)} thumbnail={thumbnailOf(app, item)} />
        <View className={classes('row-name', item.locked && !isEdited(item) && 'row-locked')}>
          <View className="row-head" {...saysWhole(item.name)}>
            <Marked pieces={head} />
          </View>
          {tail.length > 0 ? (
            <View className="row-tail" aria-hidden>
              <Marked pieces={tail} />
            </View>
          ) : null}
          {item.is_encrypted ? <Text className="row-mark row-encrypted">{t('row.encrypted')}</Text> : null}
        </View>
        <View className="row-meta row-where">
          <Text className="row-detail">{detailOf(app, item, t, pathWidth)}</Text>
          {item.hit_num > 1 ? (
            <Text className="row-mark row-tag row-rest">{t('search.hits', { n: item.hit_num })}</Text>
          ) : null}
        </View>
        {fields.length > 0 ? (
          <View className="row-meta row-hits">
            <View className="row-detail">
              {fields.map((field) => (
                <Field key={field.name} {...field} label={t(`search.field.${field.name}`)} />
              ))}
            </View>
          </View>
        ) : null}
      </View>
      {onMore ? (
        <View
          className="row-more"
          aria-label={position === undefined ? undefined : t('row.more', { name: item.name })}
          onClick={() => onMore(item)}
        />
      ) : null}
    </View>
  )
})

interface FieldProps {
  label: string
  pieces: readonly Piece[]
}

function Field({ label, pieces }: FieldProps) {
  return (
    <View className="search-part">
      {label} <Marked pieces={pieces} />
    </View>
  )
}

function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, isHit }, at) => (
        <Text key={at} className={isHit ? 'search-piece search-hit' : 'search-piece'}>
          {text}
        </Text>
      ))}
    </>
  )
}

/** The name in two parts, as in every row: the end with the extension is always visible. */
function namePieces({ name, type }: FoundItem, words: SearchedWords, width: number): [Piece[], Piece[]] {
  const { head } = nameParts(name.normalize('NFC'), type)
  const [first, rest] = cutAt(highlight(name, words), head.length)
  return [excerpt(head, words, width) ?? first, rest]
}

/** The matching fields other than the name. */
function fieldsOf({ content, description, tags, creator, updater }: FoundItem, words: SearchedWords, width: number) {
  const fields = [
    ['content', content],
    ['description', description],
    ['tags', tags.map(({ name }) => name).join('、')],
    ['creator', creator.name],
    ['editor', updater.id === creator.id ? '' : updater.name],
  ] as const
  return fields.flatMap(([name, text]) => {
    const pieces = excerpt(text, words, width)
    return pieces ? { name, pieces } : []
  })
}

/** Path, time of change and size. */
function detailOf(
  app: AppServices,
  { path, space, type, size, modified_at: at }: FoundItem,
  t: Words,
  pathWidth: number,
): string {
  const place =
    wordFolders(path, pathWidth) ||
    (space === 'personal_space' ? t('space.own') : space === 'collab_space' ? t('space.collab') : '')
  return [place, wordAgo(app, at, t), type === 'file' ? wordSize(formatSize(size)) : ''].filter(Boolean).join(' · ')
}
