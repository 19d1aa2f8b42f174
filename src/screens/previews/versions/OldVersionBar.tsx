import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
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

/** Says that this is not the current version, makes it the current one for those who may, and leads to the current one (AH-52). */
export const OldVersionBar = observer(function OldVersionBar({ fileId, version, item }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const toCurrent = () => void app.platform.navigate.replace({ page: 'preview', fileId })
  const mayChoose = item !== null && abilities.updateVersion(abilitySubject(app, item)) === 'yes'
  return (
    <View className="preview-bar preview-bar-old" role="status">
      <View className="preview-bar-text">{t('versions.old')}</View>
      <View className="preview-bar-acts">
        {mayChoose && <MakeCurrent key={version} item={item} version={version} onDone={toCurrent} />}
        <TextButton label={t('versions.toCurrent')} onPress={toCurrent} />
      </View>
    </View>
  )
})

interface MakeCurrentProps {
  item: Item
  version: number
  onDone(): void
}

/** Nothing until the versions are known, or while the version is the current one. */
const MakeCurrent = observer(function MakeCurrent({ item, version, onDone }: MakeCurrentProps) {
  const app = useApp()
  const t = useWords<'preview'>()
  const store = useDisposable(() => new VersionStore(app, item))
  useEffect(() => void store.open(), [store])
  const viewed = store.versions?.find(({ id, current }) => id === version && !current)
  if (!viewed) return null
  const makeCurrent = async () => {
    if (await store.makeCurrent(viewed)) onDone()
  }
  return <TextButton label={t('versions.makeCurrent')} onPress={() => void makeCurrent()} />
})
