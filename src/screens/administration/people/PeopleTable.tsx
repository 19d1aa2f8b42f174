import { observer } from 'mobx-react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { Avatar } from '@/components/ui/Avatar'
import { Icon } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import type { PersonRow } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { sortings, type Sorting } from '@/stores/administration/PeopleStore'
import { useConsole } from '../ConsoleContext'
import { size, SpaceBar } from '../controls/Marks'
import { Tick } from '../controls/Tick'
import { RoleMark, StateMark } from './PersonMarks'
import { namesOf } from './namesOf'
import { useGrowing } from './useGrowing'

interface Props {
  rows: readonly PersonRow[]
  selected: ReadonlySet<number>
  onSelect(ids: ReadonlySet<number>): void
}

const columns = ['name', 'login', 'departments', 'role', 'space', 'lastSignIn', 'state'] as const
/** The server sorts by these columns. */
const sorted: Partial<Record<(typeof columns)[number], Sorting>> = {
  name: 'name',
  login: 'login',
  space: 'used_bytes',
  lastSignIn: 'last_sign_in_at',
}

/** A page of the list. On a phone the cells of a row stand below one another. */
export const PeopleTable = observer(function PeopleTable({ rows, selected, onSelect }: Props) {
  const { address, mayManage } = useConsole()
  const t = useWords<'admin'>()
  const drawn = useGrowing(rows)
  const nameOf = namesOf(rows)
  const sorting = sortings.find((one) => one === address.query.order) ?? 'name'
  const direction = address.query.direction === 'desc' ? 'descending' : 'ascending'
  return (
    <div className="table-frame">
      <Table
        className="table people-table"
        aria-label={t('admin.people.table')}
        selectionMode={mayManage ? 'multiple' : 'none'}
        selectedKeys={new Set(selected)}
        onSelectionChange={(keys) =>
          onSelect(keys === 'all' ? new Set(rows.map(({ id }) => id)) : new Set([...keys].map(Number)))
        }
        onRowAction={(key) => address.choose(Number(key))}
        sortDescriptor={{ column: sorting, direction }}
        onSortChange={({ column, direction: next }) =>
          address.filter({ order: String(column), direction: next === 'descending' ? 'desc' : '', page: '' })
        }
      >
        <TableHeader>
          {mayManage ? (
            <Column className="column column-check">
              <Tick />
            </Column>
          ) : null}
          {columns.map((column) => (
            <Column
              key={column}
              id={sorted[column] ?? column}
              isRowHeader={column === 'name'}
              allowsSorting={column in sorted}
              className={`column column-${column}`}
            >
              {({ sortDirection }) => (
                <span className="column-label">
                  {t(`admin.people.columns.${column}`)}
                  {sortDirection ? (
                    <Icon name={sortDirection === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />
                  ) : null}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={drawn} dependencies={[address.id, mayManage, t]}>
          {(person) => (
            <Row id={person.id} textValue={nameOf(person)} className={person.id === address.id ? 'is-open' : ''}>
              {mayManage ? (
                <Cell className="cell cell-check">
                  <Tick />
                </Cell>
              ) : null}
              <Cell className="cell cell-name">
                <Avatar userId={person.id} name={person.name} />
                <span className="cell-text">{nameOf(person)}</span>
              </Cell>
              <Cell className="cell cell-login">{person.login}</Cell>
              <Cell className="cell cell-departments">
                <span className="cell-text">{person.departments.map(({ name }) => name).join(', ')}</span>
              </Cell>
              <Cell className="cell cell-role">
                <RoleMark role={person.role} />
              </Cell>
              <Cell className="cell cell-space">
                <SpaceBar used={person.used_bytes} quota={person.quota_bytes} />
                {size(person.used_bytes)}
              </Cell>
              <Cell className="cell cell-time">
                {/* The state of a new person says the same. */}
                {person.state === 'new' ? null : <LastSignIn at={person.last_sign_in_at} />}
              </Cell>
              <Cell className="cell cell-state">
                <StateMark state={person.state} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
})

const LastSignIn = observer(function LastSignIn({ at }: { at: number | null }) {
  const app = useApp()
  const t = useWords<'admin'>()
  return <>{at === null ? t('admin.never') : wordAgo(app, at, t)}</>
})
