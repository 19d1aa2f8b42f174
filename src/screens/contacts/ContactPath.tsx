import { View } from '@tarojs/components'
import { useWords } from '@/components/ui/context'
import type { OverlayFlag } from '@/domain/overlays'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { ContactLevelAt } from './contactLevels'

interface Props {
  levels: readonly ContactLevelAt[]
  overlays: OverlayStore
}

/** The path in the picker; a tap on a step goes back to it (CONT-01). Hidden at the top. */
export function ContactPath({ levels, overlays }: Props) {
  const t = useWords<'people'>()
  if (levels.length < 2) return null
  const entered = overlays.levels
  return (
    <View className="contacts-path" role="navigation" aria-label={t('contacts.path')}>
      {levels.map(({ key, name }, index) => {
        const text = name || t('contacts.top')
        const above = entered[index]
        if (index === levels.length - 1 || !above)
          return (
            <View key={key} className="contacts-step contacts-here" aria-current="location">
              {text}
            </View>
          )
        return (
          <View key={key} className="contacts-step" onClick={() => void overlays.close(above.flag as OverlayFlag)}>
            {text}
          </View>
        )
      })}
    </View>
  )
}
