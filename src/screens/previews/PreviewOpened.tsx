import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { Tile as TileKind } from '@/domain/items/tiles'

interface Props {
  tile: TileKind
  name: string
  onOpen(): void
  /** Shows the text instead; absent where the document cannot be read (AH-38). */
  onRead?(): void
  /** Shows slides on the whole screen instead; absent for other documents. */
  onSlides?(): void
}

/** Shown behind the phone's viewer: the opened file, and a button to open it again. */
export function PreviewOpened({ tile, name, onOpen, onRead, onSlides }: Props) {
  const t = useWords<'preview'>()
  return (
    <View className="preview-state">
      <Tile {...tile} large />
      <View className="preview-state-title">{name}</View>
      <View className="preview-state-actions">
        <Button small label={t('preview.open')} onPress={onOpen} />
        {onRead && <Button small label={t('preview.reading.mode')} onPress={onRead} />}
        {onSlides && <Button small label={t('preview.pages.full')} onPress={onSlides} />}
      </View>
    </View>
  )
}
