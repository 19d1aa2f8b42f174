import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { linkKinds, linkStates, type SharingView } from '@/stores/administration/SharingStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { SearchInput } from '../controls/SearchInput'

/** ms without a key press after which the search starts */
const PAUSE = 300

/** Search and filters of the links; the address keeps them. */
export const SharingFilters = observer(function SharingFilters({ view }: { view: SharingView }) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const { query } = address
  const choose = (name: string) => (key: string) => address.filter({ [name]: key === 'any' ? '' : key, page: '' })
  const state = linkStates.find((one) => one === query.state) ?? 'any'
  const only = linkKinds.find((one) => one === query.only) ?? 'any'
  return (
    <div className="filters" role="search" aria-label={t('admin.sharing.filters')}>
      <SearchText label={t(view === 'collecting' ? 'admin.sharing.searchCollecting' : 'admin.sharing.search')} />
      {view === 'approvals' ? null : (
        <Choice
          isFilter
          label={t('admin.sharing.filter.state')}
          value={state}
          options={[
            { key: 'any', label: t('admin.sharing.filter.anyState') },
            ...linkStates.map((key) => ({ key: key as string, label: t(`admin.sharing.filter.${key}`) })),
          ]}
          onChoose={choose('state')}
        />
      )}
      {view === 'links' ? (
        <Choice
          isFilter
          label={t('admin.sharing.filter.only')}
          value={only}
          options={[
            { key: 'any', label: t('admin.sharing.filter.any') },
            ...linkKinds.map((key) => ({ key: key as string, label: t(`admin.sharing.filter.${key}`) })),
          ]}
          onChoose={choose('only')}
        />
      ) : null}
      {query.owner ? (
        <Btn
          tone="weak"
          icon="x"
          label={t('admin.sharing.filter.owner')}
          onPress={() => address.filter({ owner: '', page: '' })}
        />
      ) : null}
    </div>
  )
})

/** The search waits until the user pauses. */
const SearchText = observer(function SearchText({ label }: { label: string }) {
  const { clock } = useApp().platform
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const asked = address.query.q ?? ''
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  useEffect(() => {
    if (text.trim() === asked) return undefined
    return clock.after(PAUSE, () => address.filter({ q: text.trim(), page: '' }))
  }, [text, asked, clock, address])
  return <SearchInput label={label} value={text} onChange={setText} clear={t('admin.action.clear')} />
})
