import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ApplicationRow } from '@/contract/administration/applications'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { ApplicationsStore } from '@/stores/administration/ApplicationsStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Mark, Nothing } from '../controls/Marks'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { ApplicationForm } from './ApplicationForm'
import { ApplicationPane } from './ApplicationPane'
import { SecretWindow, type ShownSecret } from './SecretWindow'
import './applications.scss'

const columns = ['name', 'scopes', 'who', 'used', 'state'] as const

/** The applications of the open platform, beside them the chosen one (ADM-11). */
export const ApplicationsPlace = observer(function ApplicationsPlace() {
  const { api } = useApp()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const [store] = useState(() => new ApplicationsStore(api))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  useEffect(() => void store.load(), [store])
  const { list, rows } = store
  const chosen = store.find(address.id)

  function step(by: 1 | -1) {
    const next = rows[rows.findIndex(({ id }) => id === address.id) + by]
    if (next) address.choose(next.id)
  }

  return (
    <div className={classes('place', 'place-split', chosen && 'with-pane')}>
      <div className="place-list">
        <PlaceHead
          title={t('admin.places.applications')}
          text={list.value ? t('admin.applications.count', { n: rows.length }) : undefined}
        >
          {mayGovern ? (
            <Btn tone="primary" icon="plus" label={t('admin.applications.add')} onPress={() => setAdding(true)} />
          ) : null}
        </PlaceHead>
        {mayGovern ? null : <p className="quiet">{t('admin.applications.ownersOnly')}</p>}
        {list.phase === 'failed' ? <NotLoaded answer={list} onRetry={() => void store.load()} /> : null}
        {list.phase === 'loading' && !list.value ? <Waiting /> : null}
        {list.value && rows.length === 0 ? (
          <Nothing title={t('admin.applications.empty')} text={t('admin.applications.emptyText')} />
        ) : null}
        {list.phase !== 'failed' && rows.length > 0 ? <ApplicationTable rows={rows} /> : null}
      </div>
      {chosen ? (
        <ApplicationPane key={chosen.id} store={store} application={chosen} onSecret={setSecret} onStep={step} />
      ) : null}
      {isAdding ? (
        <ApplicationForm
          store={store}
          onClose={() => setAdding(false)}
          onSecret={(made) => {
            setAdding(false)
            setSecret(made)
          }}
        />
      ) : null}
      {secret ? <SecretWindow {...secret} onClose={() => setSecret(null)} /> : null}
    </div>
  )
})

/** On a phone the cells of a row stand below one another. */
const ApplicationTable = observer(function ApplicationTable({ rows }: { rows: readonly ApplicationRow[] }) {
  const app = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  return (
    <div className="table-frame">
      <Table
        className="table applications-table"
        aria-label={t('admin.applications.table')}
        onRowAction={(key) => address.choose(Number(key))}
      >
        <TableHeader>
          {columns.map((column) => (
            <Column key={column} id={column} isRowHeader={column === 'name'} className={`column column-${column}`}>
              {t(`admin.applications.columns.${column}`)}
            </Column>
          ))}
        </TableHeader>
        <TableBody items={rows} dependencies={[address.id, t]}>
          {(row) => (
            <Row id={row.id} textValue={row.name} className={row.id === address.id ? 'is-open' : ''}>
              <Cell className="cell cell-name">
                <span className="cell-text">{row.name}</span>
              </Cell>
              <Cell className="cell cell-scopes">
                {row.scopes.map((scope) => t(`admin.applications.scopes.${scope}`)).join(', ')}
              </Cell>
              <Cell className="cell cell-who">
                {row.for_all ? t('admin.applications.all') : t('admin.applications.users', { n: row.users.length })}
              </Cell>
              <Cell className="cell cell-used">
                {row.last_used_at === null ? t('admin.never') : wordAgo(app, row.last_used_at, t)}
              </Cell>
              <Cell className="cell cell-state">
                <ApplicationState application={row} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
})

function ApplicationState({ application }: { application: ApplicationRow }) {
  const t = useWords<'admin'>()
  if (application.ended_at !== null) return <Mark tone="grey">{t('admin.applications.states.ended')}</Mark>
  if (application.former_secret_ends_at !== null)
    return <Mark tone="amber">{t('admin.applications.states.former')}</Mark>
  return <Mark tone="green">{t('admin.applications.states.works')}</Mark>
}
