import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Icon } from '@/components/ui/Icon'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import { TrashActions } from '@/stores/trash/TrashActions'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { useApp } from '@/screens/app/AppContext'
import { trashPeriod } from './TrashRow'
import '@/theme/lazyIcons.scss'
import './trash.scss'

/** The retention days, emptying the trash, and links to other trashes that hold items of the user (LIST-12). */
export default observer(function TrashTop({ list }: { list: ListStore }) {
  const app = useApp()
  const t = useWords()
  const [isEmptying, setEmptying] = useState(false)

  async function empty() {
    setEmptying(true)
    await new TrashActions(app).empty(list.total ?? 0, list.header.trash.external)
    setEmptying(false)
  }

  return (
    <>
      <View className="trash-kept">
        <View className="trash-days">{t('trash.kept', { n: trashPeriod(app, list) })}</View>
        {list.pages.isEmpty ? null : (
          <TextButton label={t('trash.empty')} disabled={isEmptying} onPress={() => void empty()} />
        )}
      </View>
      {list.header.trash.others.map(({ type, id, name }) => (
        <View
          key={`${type}_${id}`}
          className="trash-other"
          onClick={() => void app.platform.navigate.push({ page: 'files', space: 'trash', id: `${type}_${id}` })}
        >
          <Icon name={type === 'user' ? 'user' : 'building-2'} size={20} />
          <View className="trash-other-name">{t('space.trashOf', { name })}</View>
          <Icon name="chevron-right" size={18} />
        </View>
      ))}
    </>
  )
})
