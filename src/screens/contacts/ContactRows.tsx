import { observer } from 'mobx-react'
import { Empty } from '@/components/frame/Empty'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { ContactList } from '@/stores/contacts/ContactList'
import { ContactRow } from './ContactRow'
import { SelectAll } from './SelectAll'
import type { ContactRowsOf } from './useContactRows'

interface Props extends ContactRowsOf {
  list: ContactList
  /** Why there are no rows: in a search, a department, or the whole directory. */
  empty: 'none' | 'empty' | 'nobody'
}

/** Departments, groups and people, or why there are none. */
export const ContactRows = observer(function ContactRows({ list, empty, ...row }: Props) {
  const app = useApp()
  const t = useWords<'people'>()
  const { pages, phase, place, rows } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed') {
    return <LoadFailed error={pages.error} onRetry={() => void pages.retry()} />
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
  return (
    <VirtualList
      rows={rows}
      total={list.total}
      label={t('contacts.list')}
      inOrder={app.platform.name === 'h5'}
      onNearEnd={() => list.nearEnd()}
      top={<SelectAll list={list} selection={row.selection} />}
      renderRow={(contact, at) => <ContactRow contact={contact} isFound={place.at === 'search'} {...row} {...at} />}
      bottom={<PageFoot pages={pages} />}
    />
  )
})
