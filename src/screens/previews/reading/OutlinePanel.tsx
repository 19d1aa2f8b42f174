import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { headingAt } from '@/domain/previews/readingColumn'
import type { ReadingStore } from '@/stores/previews/reading/ReadingStore'

/** px per level of headings */
const INDENT = 14

/** The headings of a text; a press leads to one. */
export const OutlinePanel = observer(function OutlinePanel({
  reading,
  onClose,
}: {
  reading: ReadingStore
  onClose(): void
}) {
  const t = useWords<'preview'>()
  const { outline, place } = reading
  const now = headingAt(outline, place)
  const top = Math.min(...outline.map(({ level }) => level))
  const forReaders = { role: 'navigation', 'aria-label': t('preview.reading.outline') }
  return (
    <ScrollView
      className="reading-outline"
      scrollY
      scrollIntoView={now >= 0 ? `heading-${now}` : undefined}
      {...forReaders}
    >
      {outline.map(({ text, level, piece, block }, at) => {
        const forRow = { 'aria-current': at === now ? ('location' as const) : undefined }
        return (
          <View
            key={at}
            id={`heading-${at}`}
            className={classes('reading-outline-row', at === now && 'reading-outline-now')}
            style={{ paddingLeft: `${16 + (level - top) * INDENT}px` }}
            {...forRow}
            onClick={() => {
              reading.reveal({ piece, block })
              onClose()
            }}
          >
            {text}
          </View>
        )
      })}
    </ScrollView>
  )
})
