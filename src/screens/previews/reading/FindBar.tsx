import { observer } from 'mobx-react'
import { Input, View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { ReadingFind } from '@/stores/previews/reading/ReadingFind'

/** UTF-16 units */
const MOST = 200

interface Props {
  find: ReadingFind
  /** The field's name. */
  label: string
  /** Shown in place of the number of found places. */
  notice?: string
}

/** Finds words in a text, in a table or on pages, and leads from one place to the next. */
export const FindBar = observer(function FindBar({ find, label, notice }: Props) {
  const t = useWords<'preview'>()
  const isEmpty = find.found.length === 0
  return (
    <View className="reading-find" role="search">
      <Input
        className="reading-find-field"
        value={find.words}
        placeholder={label}
        placeholderClass="search-placeholder"
        maxlength={MOST}
        // A search that led here brings its words, and needs no keyboard.
        focus={find.words === ''}
        confirmType="search"
        confirmHold
        nativeProps={{ 'aria-label': label, autoComplete: 'off', autoCapitalize: 'none' }}
        onInput={(event) => find.setWords(event.detail.value)}
        onConfirm={() => find.step(1)}
      />
      <View className="reading-find-count" role="status">
        {notice ?? counted()}
      </View>
      <IconButton
        icon="chevron-left"
        label={t('preview.reading.previous')}
        disabled={isEmpty}
        onPress={() => find.step(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={t('preview.reading.next')}
        disabled={isEmpty}
        onPress={() => find.step(1)}
      />
      <IconButton icon="x" label={t('action.close')} onPress={() => find.close()} />
    </View>
  )

  function counted(): string {
    const { found, at, isSearching, isIncomplete, finder, isFull } = find
    if (finder === null) return ''
    const n = at === null ? 0 : at + 1
    const total = `${found.length}${isFull || isSearching ? '+' : ''}`
    if (found.length > 0) return t('preview.reading.count', { n, total })
    if (isSearching) return t('preview.reading.searching')
    return isIncomplete ? t('preview.reading.incomplete') : t('preview.reading.none')
  }
})
