import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Switch } from '@/components/fields/Switch'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { pushKinds } from '@/domain/push/kinds'
import type { PushStore } from '@/stores/push/PushStore'

interface Props {
  outside: PushStore
  onClose(): void
}

/** The kinds of messages that are also sent in WeChat and WeCom (AH-30). */
export const PushSheet = observer(function PushSheet({ outside, onClose }: Props) {
  const t = useWords<'message'>()
  const { asksEachTime, known } = outside
  if (!known) return null
  const note = known.is_known ? (asksEachTime ? 'each' : 'text') : 'nowhere'
  return (
    <Sheet label={t('messages.outside.title')} onClose={onClose}>
      <SheetHead title={t('messages.outside.title')} />
      <View className="outside">
        <View className="outside-note">{t(`messages.outside.${note}`)}</View>
        {pushKinds.map((kind) => {
          const label = t(`messages.outside.kind.${kind}`)
          const isOn = known.choices[kind]
          return (
            <View key={kind} className="outside-row">
              <View className="outside-label" aria-hidden>
                {label}
              </View>
              {isOn && asksEachTime && (
                <TextButton label={t('messages.outside.again')} onPress={() => void outside.askAgain(kind)} />
              )}
              <Switch label={label} isOn={isOn} onSwitch={(next) => void outside.choose(kind, next)} />
            </View>
          )
        })}
      </View>
    </Sheet>
  )
})
