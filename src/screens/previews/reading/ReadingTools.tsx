import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ReadingStore } from '@/stores/previews/reading/ReadingStore'

/** The sign for the look of letters, in every language. */
const LETTERS = 'Aa'

/** A panel between the text and the tools. */
export type ReadingPanel = 'look' | 'outline'

interface Props {
  reading: ReadingStore
  opened: ReadingPanel | null
  onOpen(panel: ReadingPanel): void
  /** Shows the pages of a document instead; absent for texts, whose pages are in the panel of the look. */
  onPages?(): void
}

/** Below a text: the share that was read, and the ways to find words and to change the look. */
export const ReadingTools = observer(function ReadingTools({ reading, opened, onOpen, onPages }: Props) {
  const t = useWords<'preview'>()
  const { find, percent, outline } = reading
  const isLookOpen = opened === 'look'
  return (
    <View className="reading-tools">
      <View className="reading-percent" role="status">
        {t('preview.percent', { n: percent })}
      </View>
      {onPages && <IconButton icon="file" label={t('preview.reading.layout')} onPress={onPages} />}
      {outline.length > 0 && (
        <IconButton
          icon="list"
          label={t('preview.reading.outline')}
          pressed={opened === 'outline'}
          onPress={() => onOpen('outline')}
        />
      )}
      <IconButton
        icon="search"
        label={t('preview.reading.find')}
        pressed={find.isOpen}
        onPress={() => (find.isOpen ? find.close() : find.open())}
      />
      <View
        className={classes('reading-aa', isLookOpen && 'reading-aa-open')}
        aria-label={t('preview.reading.look')}
        aria-expanded={isLookOpen}
        onClick={() => onOpen('look')}
      >
        {LETTERS}
      </View>
    </View>
  )
})
