import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Row } from '@/components/rows/Row'
import { useWords } from '@/components/ui/context'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { openOffline } from '@/stores/offline/openOffline'
import { useApp } from '@/screens/app/AppContext'

/** The new folders of a place that wait for the network, above its rows; a tap leads to what waits (AH-42). */
export default observer(function WaitingRows({ list }: { list: ListStore }) {
  const app = useApp()
  const t = useWords()
  const folders = app.lazy.waitingNames?.foldersIn(list.header.newFolderParent) ?? []
  if (folders.length === 0) return null
  return (
    <View className="waiting-rows">
      {folders.map(({ key, name }) => (
        <Row
          key={key}
          type="folder"
          name={name}
          tile={{ group: 'folder', label: '' }}
          meta={t('waiting.folder')}
          faded
          onOpen={() => void openOffline(app)}
        />
      ))}
    </View>
  )
})
