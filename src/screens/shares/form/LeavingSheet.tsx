import { View } from '@tarojs/components'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { useWords } from '@/components/ui/context'

interface Props {
  onSave(): void
  onDiscard(): void
  /** Also called on Escape, going back and a tap beside it. */
  onStay(): void
}

/** Asks what to do with unsaved changes (SHARE-09). */
export function LeavingSheet({ onSave, onDiscard, onStay }: Props) {
  const t = useWords<'share'>()
  return (
    <Sheet label={t('share.unsaved.title')} onClose={onStay}>
      <View className="leaving-title">{t('share.unsaved.title')}</View>
      <MenuList
        entries={[
          { key: 'save', label: t('share.unsaved.save'), onSelect: onSave },
          { key: 'discard', label: t('share.unsaved.discard'), danger: true, onSelect: onDiscard },
          { key: 'stay', label: t('share.unsaved.stay'), onSelect: onStay },
        ]}
      />
    </Sheet>
  )
}
