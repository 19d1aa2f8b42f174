import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Icon } from '@/components/Icon'
import { useWords } from '@/components/context'
import type { ListStore } from '@/stores/lists/ListStore'
import { useApp } from '@/screens/AppContext'
import '@/theme/lazyIcons.scss'
import './trash.scss'

/** How long the trash keeps things, and the ways to the trashes of others where something of the user's lies (LIST-12). */
export default observer(function TrashTop({ list }: { list: ListStore }) {
  const {
    sessionContext,
    platform: { navigate },
  } = useApp()
  const t = useWords()
  const days = list.header.trash.external?.trash_period ?? sessionContext.user?.trash_period ?? 0
  return (
    <>
      <View className="trash-kept">{t('trash.kept', { n: days })}</View>
      {list.header.trash.others.map(({ type, id, name }) => (
        <View
          key={`${type}_${id}`}
          className="trash-other"
          onClick={() => void navigate.push({ page: 'files', space: 'trash', id: `${type}_${id}` })}
        >
          <Icon name={type === 'user' ? 'user' : 'building-2'} size={20} />
          <View className="trash-other-name">{t('space.trashOf', { name })}</View>
          <Icon name="chevron-right" size={18} />
        </View>
      ))}
    </>
  )
})
