import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { IconButton } from '@/components/ui/IconButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ReadingStore } from '@/stores/previews/ReadingStore'

/** The sign for the look of letters, in every language. */
const LETTERS = 'Aa'

interface Props {
  reading: ReadingStore
  isLookOpen: boolean
  onLook(): void
}

/** Below a text: the share that was read, and the ways to find words and to change the look. */
export const ReadingTools = observer(function ReadingTools({ reading, isLookOpen, onLook }: Props) {
  const t = useWords<'preview'>()
  const { find, percent } = reading
  return (
    <View className="reading-tools">
      <View className="reading-percent" role="status">
        {t('preview.percent', { n: percent })}
      </View>
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
        onClick={onLook}
      >
        {LETTERS}
      </View>
    </View>
  )
})
