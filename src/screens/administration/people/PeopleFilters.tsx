import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { sortings } from '@/stores/administration/PeopleStore'
import { useConsole } from '../ConsoleContext'
import { SearchInput } from '../controls/SearchInput'
import { StillChoice } from '../controls/StillChoice'
import { useLater, type Later } from '../useLater'

/** ms without a key press after which the search starts */
const PAUSE = 250

/** Search and filters. All of them are in the address. */
export const PeopleFilters = observer(function PeopleFilters() {
  const { address, directory } = useConsole()
  const t = useWords<'admin'>()
  // The table of people does not wait for the code of lists.
  const Choice: Later['Choice'] = useLater()?.Choice ?? StillChoice
  const { query } = address
  const choose = (name: string) => (value: string) => address.filter({ [name]: value === 'any' ? '' : value, page: '' })
  const value = (name: string) => query[name] ?? 'any'
  const departments = [
    { key: 'any', label: t('admin.people.filter.anyDepartment') },
    { key: '0', label: t('admin.people.filter.noDepartment') },
    ...directory.nodes.map(({ id, name, depth }) => ({ key: String(id), label: name, depth })),
  ]
  const groups = directory.groups.value ?? []
  return (
    <div className="filters" role="search" aria-label={t('admin.people.filters')}>
      <SearchText />
      <Choice
        isFilter
        label={t('admin.people.filter.department')}
        value={departments.some(({ key }) => key === value('department')) ? value('department') : 'any'}
        options={departments}
        onChoose={choose('department')}
      />
      <Choice
        isFilter
        label={t('admin.people.filter.state')}
        value={value('state')}
        options={[
          { key: 'any', label: t('admin.people.filter.anyState') },
          ...(['active', 'new', 'deactivated', 'deleted'] as const).map((key) => ({
            key: key as string,
            label: t(`admin.people.states.${key}`),
          })),
        ]}
        onChoose={choose('state')}
      />
      <Choice
        isFilter
        label={t('admin.people.filter.role')}
        value={query.role === 'any' ? 'all' : value('role')}
        options={[
          { key: 'any', label: t('admin.people.filter.anyRole') },
          { key: 'all', label: t('admin.people.filter.administrators') },
          ...(['owner', 'people', 'auditor'] as const).map((key) => ({
            key: key as string,
            label: t(`admin.roles.${key}`),
          })),
        ]}
        onChoose={(key) => address.filter({ role: key === 'any' ? '' : key === 'all' ? 'any' : key, page: '' })}
      />
      {groups.length > 0 ? (
        <Choice
          isFilter
          label={t('admin.people.filter.group')}
          value={groups.some(({ id }) => String(id) === query.group) ? value('group') : 'any'}
          options={[
            { key: 'any', label: t('admin.people.filter.anyGroup') },
            ...groups.map(({ id, name }) => ({ key: String(id), label: name })),
          ]}
          onChoose={choose('group')}
        />
      ) : null}
      <Choice
        isFilter
        label={t('admin.people.filter.step')}
        value={value('step')}
        options={[
          { key: 'any', label: t('admin.people.filter.anyStep') },
          { key: 'yes', label: t('admin.people.filter.hasStep') },
          { key: 'no', label: t('admin.people.filter.noStep') },
        ]}
        onChoose={choose('step')}
      />
      <Choice
        isFilter
        label={t('admin.people.filter.asked')}
        value={value('asked')}
        options={[
          { key: 'any', label: t('admin.people.filter.anyAsked') },
          { key: 'yes', label: t('admin.people.filter.hasAsked') },
        ]}
        onChoose={choose('asked')}
      />
      <div className="filters-sort">
        <Choice
          isFilter
          label={t('admin.people.filter.sort')}
          value={query.order ?? 'any'}
          options={[
            { key: 'any', label: t('admin.people.filter.sort') },
            ...sortings.map((key) => ({ key: key as string, label: t(`admin.people.sorts.${key}`) })),
          ]}
          onChoose={choose('order')}
        />
      </div>
    </div>
  )
})

/** The search waits until the user pauses. */
const SearchText = observer(function SearchText() {
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
  return (
    <SearchInput label={t('admin.people.search')} value={text} onChange={setText} clear={t('admin.action.clear')} />
  )
})
