import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { NameForm } from '@/components/fields/NameForm'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { splitExtension } from '@/domain/items/extension'
import type { WaitingChange, WaitingFault } from '@/domain/offline/waiting'
import { useNameForm } from '@/screens/items/useNameForm'
import type { WaitingNames } from '@/stores/offline/WaitingNames'
import * as styles from './styles'

interface Props {
  names: WaitingNames
}

/** Names that wait for the network, with the reason of a refusal: another name may be chosen, or the change discarded. */
export const WaitingList = observer(function WaitingList({ names }: Props) {
  const t = useWords<'offline'>()
  const [chosen, choose] = useState<WaitingChange | null>(null)
  const faultWords = (fault: WaitingFault) =>
    'text' in fault ? fault.text : t('kept.renamedTo', { name: fault.renamedTo })
  return (
    <View style={styles.section}>
      <View style={styles.heading} role="heading" aria-level={2}>
        {t('kept.waitingTitle')}
      </View>
      {names.queue.map((change) => (
        <View key={change.key} className="offline-change" style={styles.change}>
          <View>
            {t(`kept.${change.kind}`, { name: change.name, before: 'before' in change ? change.before : '' })}
          </View>
          {change.fault ? (
            <View className="offline-fault" style={styles.fault}>
              {faultWords(change.fault)}
            </View>
          ) : null}
          <View style={styles.buttons}>
            <TextButton tone="plain" label={t('kept.discard')} onPress={() => names.discard(change)} />
            {change.fault ? <TextButton label={t('kept.otherName')} onPress={() => choose(change)} /> : null}
          </View>
        </View>
      ))}
      {chosen ? <OtherName change={chosen} names={names} onClose={() => choose(null)} /> : null}
    </View>
  )
})

function OtherName({ change, names, onClose }: Props & { change: WaitingChange; onClose(): void }) {
  const t = useWords()
  const isFile = change.kind === 'rename' && change.typedId.startsWith('file_')
  const { stem, extension } = isFile ? splitExtension(change.name) : { stem: change.name, extension: '' }
  const close = () => Promise.resolve(onClose())
  const form = useNameForm(stem, (name) => names.tryName(change, name), close)
  return (
    <NameForm
      {...form}
      title={t(change.kind === 'rename' ? 'name.rename' : 'name.newFolder')}
      suffix={extension && `.${extension}`}
      onCancel={onClose}
    />
  )
}
