import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, type ReactNode } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { FileVersion } from '@/contract/items/versions'
import { abilities } from '@/domain/items/abilities'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { VersionStore } from '@/stores/items/VersionStore'

interface Props {
  fileId: number
  /** Id of the viewed version. */
  version: number
  /** null until loaded */
  item: Item | null
}

/** Says which version this is, makes it the current one for those who may, and leads to the current one (AH-52). */
export const OldVersionBar = observer(function OldVersionBar({ fileId, version, item }: Props) {
  const app = useApp()
  const toCurrent = () => void app.platform.navigate.replace({ page: 'preview', fileId })
  return item ? (
    <KnownVersion key={version} item={item} version={version} onCurrent={toCurrent} />
  ) : (
    <Bar onCurrent={toCurrent} />
  )
})

interface KnownProps {
  item: Item
  version: number
  onCurrent(): void
}

/** The number of the version once it is known, and the button that makes it the current one. */
const KnownVersion = observer(function KnownVersion({ item, version, onCurrent }: KnownProps) {
  const app = useApp()
  const t = useWords<'preview'>()
  const store = useDisposable(() => new VersionStore(app, item))
  useEffect(() => void store.open(), [store])
  const viewed = store.versions?.find(({ id, current }) => id === version && !current)
  const mayChoose = abilities.updateVersion(abilitySubject(app, item)) === 'yes'
  const makeCurrent = async (chosen: FileVersion) => {
    if (await store.makeCurrent(chosen)) onCurrent()
  }
  return (
    <Bar number={viewed?.version} onCurrent={onCurrent}>
      {viewed && mayChoose ? (
        <TextButton label={t('versions.makeCurrent')} onPress={() => void makeCurrent(viewed)} />
      ) : null}
    </Bar>
  )
})

/** @param number of the version; undefined until it is known */
function Bar({ number, onCurrent, children }: { number?: number; onCurrent(): void; children?: ReactNode }) {
  const t = useWords<'preview'>()
  return (
    <View className="preview-bar preview-bar-old" role="status">
      <View className="preview-bar-text">
        {number === undefined ? t('versions.old') : t('versions.oldNumber', { n: number })}
      </View>
      <View className="preview-bar-acts">
        {children}
        <TextButton label={t('versions.toCurrent')} onPress={onCurrent} />
      </View>
    </View>
  )
}
