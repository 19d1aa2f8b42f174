import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { TextButton } from '@/components/ui/TextButton'
import { WordsContext } from '@/components/ui/context'
import type { KeptItem } from '@/domain/offline/kept'
import { loadOfflineWords } from '@/i18n/offline/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { wordMessage } from '@/screens/app/wording'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { KeptFolder } from './KeptFolder'
import * as styles from './styles'

interface Props {
  list: ListStore
  item: KeptItem
}

/** The kept files of a folder whose list could not be loaded (AH-42). */
export default observer(function KeptPlace({ list, item }: Props) {
  const { navigate } = useApp().platform
  const t = usePackageWords(loadOfflineWords)
  const { error } = list.pages
  return (
    <WordsContext.Provider value={t}>
      <View style={styles.body}>
        <View style={styles.note}>{error ? wordMessage(error, t) : t('empty.failed.text')}</View>
        <KeptFolder item={item} onOpen={({ id }) => void navigate.push({ page: 'preview', fileId: id })} />
        <View style={styles.buttons}>
          <TextButton label={t('action.retry')} onPress={() => void list.pages.retry()} />
        </View>
      </View>
    </WordsContext.Provider>
  )
})
