import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { DepartmentActs } from '@/stores/administration/DepartmentActs'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { SearchInput } from '../controls/SearchInput'
import { Nothing } from '../controls/Marks'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { DepartmentForm } from './DepartmentForm'
import { DepartmentPane } from './DepartmentPane'
import { DepartmentTree } from './DepartmentTree'
import './departments.scss'

/** The tree of departments, beside it the chosen department (ADM-07). */
export const DepartmentsPlace = observer(function DepartmentsPlace() {
  const { api } = useApp()
  const { address, directory, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const [acts] = useState(() => new DepartmentActs(api, () => directory.loadDepartments()))
  const [search, setSearch] = useState('')
  const [addingBelow, setAddingBelow] = useState<{ parent: number | null } | null>(null)
  useEffect(() => void directory.loadDepartments(), [directory])
  const { departments, nodes } = directory
  const chosen = directory.node(address.id)
  const text = search.trim().toLowerCase()
  const found = text === '' ? null : nodes.filter(({ name }) => name.toLowerCase().includes(text))
  return (
    <div className="place place-split">
      <div className="place-list">
        <PlaceHead
          title={t('admin.places.departments')}
          text={departments.value ? t('admin.departments.count', { n: nodes.length }) : undefined}
        >
          {mayManage ? (
            <Btn
              tone="primary"
              icon="plus"
              label={t('admin.departments.add')}
              onPress={() => setAddingBelow({ parent: null })}
            />
          ) : null}
        </PlaceHead>
        <div className="filters">
          <SearchInput
            label={t('admin.departments.find')}
            value={search}
            onChange={setSearch}
            clear={t('admin.action.clear')}
          />
        </div>
        {departments.phase === 'failed' ? (
          <NotLoaded answer={departments} onRetry={() => void directory.loadDepartments()} />
        ) : null}
        {departments.phase === 'loading' && !departments.value ? <Waiting /> : null}
        {departments.value && nodes.length === 0 ? (
          <Nothing title={t('admin.departments.empty')} text={t('admin.departments.emptyText')} />
        ) : null}
        {found?.length === 0 && nodes.length > 0 ? <Nothing title={t('admin.departments.none')} /> : null}
        {departments.value && nodes.length > 0 && found?.length !== 0 ? (
          <DepartmentTree acts={acts} found={found} />
        ) : null}
      </div>
      {chosen ? (
        <DepartmentPane
          key={chosen.id}
          acts={acts}
          department={chosen}
          onAddBelow={() => setAddingBelow({ parent: chosen.id })}
        />
      ) : null}
      {addingBelow ? (
        <DepartmentForm acts={acts} parent={addingBelow.parent} onClose={() => setAddingBelow(null)} />
      ) : null}
    </div>
  )
})
