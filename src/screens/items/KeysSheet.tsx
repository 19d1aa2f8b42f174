import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { useWords } from '@/components/ui/context'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import './keys.scss'

const keys = [
  ['arrows', '↑ ↓'],
  ['range', 'Shift ↑ ↓'],
  ['toggle', 'Space'],
  ['all', 'Ctrl A'],
  ['open', 'Enter'],
  ['rename', 'F2'],
  ['remove', 'Delete'],
  ['menu', 'Shift F10'],
  ['clear', 'Esc'],
  ['search', '/'],
  ['help', '?'],
] as const

/** The keys of a list in a wide window (AH-43). */
export const KeysSheet = observer(function KeysSheet({ overlays }: { overlays: OverlayStore }) {
  const t = useWords()
  if (overlays.valueFor('keys') === undefined) return null
  return (
    <Sheet label={t('keys.title')} onClose={() => void overlays.close('keys')}>
      <SheetHead title={t('keys.title')} />
      {keys.map(([name, key]) => (
        <View key={name} className="keys-line">
          <View className="keys-does">{t(`keys.${name}`)}</View>
          <View className="keys-key">{key}</View>
        </View>
      ))}
      <View className="keys-mouse">{t('keys.mouse')}</View>
    </Sheet>
  )
})
