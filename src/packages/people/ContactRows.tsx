import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Empty } from '@/components/Empty'
import { LoadFailed } from '@/components/LoadFailed'
import { Skeleton } from '@/components/Skeleton'
import { TextButton } from '@/components/TextButton'
import { VirtualList } from '@/components/VirtualList'
import { useWords } from '@/components/context'
import { useApp } from '@/screens/AppContext'
import { wordMessage } from '@/screens/wordMessage'
import type { ContactList } from '@/stores/people/ContactList'
import { ContactRow } from './ContactRow'
import { SelectAll } from './SelectAll'
import type { ContactRowsOf } from './useContactRows'

interface Props extends ContactRowsOf {
  list: ContactList
  /** Why there are none: of a search, of a department, of the whole directory. */
  empty: 'none' | 'empty' | 'nobody'
}

/** Departments, groups and people, or why there are none. */
export const ContactRows = observer(function ContactRows({ list, empty, ...row }: Props) {
  const app = useApp()
  const t = useWords<'people'>()
  const { pages, phase, place, rows } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    return (
      <LoadFailed
        text={pages.trouble ? wordMessage(pages.trouble, t) : t('empty.failed.text')}
        onRetry={() => void pages.retry()}
      />
    )
  }
  if (list.isEmpty) {
    const words = place.at === 'search' ? place.words : ''
    return (
      <Empty
        icon={empty === 'none' ? 'search' : 'users'}
        title={t(`contacts.${empty}.title`, { words })}
        text={t(`contacts.${empty}.text`)}
      />
    )
  }
  const { footer } = pages
  return (
    <VirtualList
      rows={rows}
      total={list.total}
      label={t('contacts.list')}
      inOrder={app.platform.name === 'h5'}
      onNearEnd={() => list.nearEnd()}
      top={<SelectAll list={list} selection={row.selection} />}
      renderRow={(contact, at) => <ContactRow contact={contact} isFound={place.at === 'search'} {...row} {...at} />}
      bottom={
        <View className="contacts-foot">
          {footer === 'loading' && <View role="status">{t('list.loading')}</View>}
          {footer === 'failed' && <TextButton label={t('list.loadFailed')} onPress={() => void pages.retry()} />}
        </View>
      }
    />
  )
})
