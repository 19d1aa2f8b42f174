import { observer } from 'mobx-react'
import { useEffect, useMemo, useState } from 'react'
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table'
import { useWords } from '@/components/ui/context'
import { loadAccountWords } from '@/i18n/session/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { LogStore, readLogQuestion } from '@/stores/administration/LogStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Choice } from '../controls/Choice'
import { TextInput } from '../controls/Inputs'
import { SearchInput } from '../controls/SearchInput'
import { Nothing } from '../controls/Marks'
import { saveText } from '../controls/saveText'
import { useMoment } from '../controls/useMoment'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { EventPane } from './EventPane'
import { wordSubject } from './wordFields'
import { wordLog } from './wordLog'
import { wordItem } from '@/screens/session/security/wordChange'
import { auditEventNames } from '@/screens/audit/AuditEventSheet'
import './audit.scss'

/** ms without a key press after which the search starts */
const PAUSE = 300

/** The audit log with filters, beside it the chosen event (ADM-14). */
export const AuditPlace = observer(function AuditPlace() {
  const { api, feedback, platform } = useApp()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const deeds = usePackageWords(loadAccountWords)
  const moment = useMoment()
  const [store] = useState(() => new LogStore(api))
  const { view: _view, ...query } = address.query
  const asked = JSON.stringify(query)
  useEffect(
    () => void store.ask(readLogQuestion(JSON.parse(asked) as Record<string, string>, platform.clock.zone())),
    [store, asked, platform],
  )
  const { list, entries } = store
  const chosen = entries.find(({ id }) => id === address.id)

  async function save() {
    const file = await store.export()
    if (!file) return
    saveText(file.name, wordLog(file.entries, { t, deeds, moment }, platform.clock.zone()))
    feedback.toast({ text: t(file.is_cut ? 'admin.overview.audit.cut' : 'admin.overview.audit.exported') })
  }

  return (
    <div className="place place-split">
      <div className="place-list">
        <PlaceHead title={t('admin.places.audit')}>
          <Btn icon="download" label={t('admin.action.export')} onPress={() => void save()} />
        </PlaceHead>
        <AuditFilters />
        {list.phase === 'failed' ? <NotLoaded answer={list} onRetry={() => void store.ask()} /> : null}
        {list.phase === 'loading' && !list.value ? <Waiting /> : null}
        {list.phase !== 'failed' && list.value && entries.length === 0 ? (
          <Nothing title={t('admin.overview.audit.none')}>
            <Btn tone="weak" label={t('admin.action.clearFilters')} onPress={() => address.open('audit')} />
          </Nothing>
        ) : null}
        {entries.length > 0 ? (
          <div className="table-frame">
            <Table
              className="table audit-table"
              aria-label={t('admin.overview.audit.table')}
              onRowAction={(key) => address.choose(Number(key))}
            >
              <TableHeader>
                <Column className="column">{t('admin.overview.audit.time')}</Column>
                <Column className="column">{t('admin.overview.audit.who')}</Column>
                <Column isRowHeader className="column">
                  {t('admin.overview.audit.what')}
                </Column>
                <Column className="column">{t('admin.overview.audit.where')}</Column>
              </TableHeader>
              <TableBody items={entries} dependencies={[address.id, deeds, t]}>
                {(entry) => (
                  <Row
                    id={entry.id}
                    textValue={deeds(`audit.deeds.${entry.deed}`)}
                    className={entry.id === address.id ? 'is-open' : ''}
                  >
                    <Cell className="cell cell-time">{moment(entry.time)}</Cell>
                    <Cell className="cell cell-who">{entry.user?.name ?? t('admin.overview.audit.system')}</Cell>
                    <Cell className="cell cell-name">
                      <span className="cell-text">
                        {[
                          deeds(`audit.deeds.${entry.deed}`),
                          wordItem(entry, deeds),
                          wordSubject(entry.subject, entry.detail),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </Cell>
                    <Cell className="cell cell-address">{entry.address}</Cell>
                  </Row>
                )}
              </TableBody>
            </Table>
            {store.hasMore ? (
              <div className="console-pages">
                <Btn tone="weak" label={t('admin.overview.audit.more')} onPress={() => void store.more()} />
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
      {chosen ? <EventPane key={chosen.id} entry={chosen} /> : null}
    </div>
  )
})

const AuditFilters = observer(function AuditFilters() {
  const { clock } = useApp().platform
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const deeds = usePackageWords(loadAccountWords)
  const { query } = address
  const asked = query.user ?? ''
  const [text, setText] = useState(asked)
  useEffect(() => setText(asked), [asked])
  useEffect(() => {
    if (text.trim() === asked) return undefined
    return clock.after(PAUSE, () => address.filter({ user: text.trim() }))
  }, [text, asked, clock, address])
  const events = useMemo(
    () => [
      { key: 'any', label: t('admin.overview.audit.anyEvent') },
      ...auditEventNames.map((key) => ({ key: key as string, label: deeds(`audit.deeds.${key}`) })),
    ],
    [t, deeds],
  )
  return (
    <div className="filters" role="search" aria-label={t('admin.people.filters')}>
      <SearchInput
        label={t('admin.overview.audit.user')}
        value={text}
        onChange={setText}
        clear={t('admin.action.clear')}
      />
      <Choice
        isFilter
        label={t('admin.overview.audit.event')}
        value={events.some(({ key }) => key === query.event) ? query.event! : 'any'}
        options={events}
        onChoose={(event) => address.filter({ event: event === 'any' ? '' : event })}
      />
      <div className="filters-days">
        <TextInput
          label={t('admin.overview.audit.since')}
          type="date"
          value={query.since ?? ''}
          onChange={(since) => address.filter({ since })}
        />
        <TextInput
          label={t('admin.overview.audit.until')}
          type="date"
          value={query.until ?? ''}
          onChange={(until) => address.filter({ until })}
        />
      </div>
      {query.person ? (
        <Btn
          tone="weak"
          icon="x"
          label={t('admin.overview.audit.about')}
          onPress={() => address.filter({ person: '' })}
        />
      ) : null}
    </div>
  )
})
