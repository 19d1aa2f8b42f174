import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { loadFileRequestWords } from '@/i18n/fileRequests/load'
import { loadLinksWords } from '@/i18n/shares/links/load'
import { useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { Answer } from '@/stores/administration/Answer'
import {
  readSharingPage,
  readView,
  SharingStore,
  SHARING_PAGE,
  sharingViews,
  type SharingView,
} from '@/stores/administration/SharingStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Nothing } from '../controls/Marks'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { Pages } from '../people/Pages'
import { CollectingPane } from './CollectingPane'
import { CollectingTable } from './CollectingTable'
import { LinkActs } from './LinkActs'
import { LinkPane } from './LinkPane'
import { LinkTable } from './LinkTable'
import { ReportTable } from './ReportTable'
import { SharingFilters } from './SharingFilters'
import './sharing.scss'

/** The links of all, collecting links, reports and approvals; beside the list the chosen link (ADM-15). */
export const SharingPlace = observer(function SharingPlace() {
  const { api } = useApp()
  const { address, mayGovern } = useConsole()
  const t = useWords<'admin'>()
  const links = usePackageWords(loadLinksWords)
  const collect = usePackageWords(loadFileRequestWords)
  const [store] = useState(() => new SharingStore(api))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { query, id } = address
  const view = readView(query)
  useEffect(() => {
    setSelected(new Set())
    void store.ask(query)
  }, [store, query])

  const linkAnswer = view === 'approvals' ? store.approvals : store.links
  const linkRows = linkAnswer.value?.share_links ?? []
  const collects = store.collecting.value?.collects ?? []
  const reports = store.reported.value?.reports ?? []
  const chosen = collects.find((one) => one.id === id)
  const ids = { links: linkRows, approvals: linkRows, collecting: collects, reported: [] }[view].map((row) => row.id)
  const hasPane = id !== null && (view !== 'collecting' || chosen !== undefined)
  const total = store[view].value?.total_count

  function step(by: 1 | -1) {
    const next = ids[ids.indexOf(id ?? 0) + by]
    if (next !== undefined) address.choose(next)
  }

  return (
    <div className={classes('place', 'place-split', hasPane && 'with-pane')}>
      <div className="place-list">
        <PlaceHead
          title={t('admin.places.sharing')}
          text={total === undefined ? undefined : t('admin.sharing.count', { n: total })}
        />
        <Tabs
          className="console-tabs sharing-tabs"
          selectedKey={view}
          onSelectionChange={(key) =>
            address.open('sharing', { query: key === 'links' ? {} : { view: key as SharingView } })
          }
        >
          <TabList className="tab-list" aria-label={t('admin.places.sharing')}>
            {sharingViews.map((one) => (
              <Tab key={one} id={one} className="console-tab">
                {t(`admin.sharing.views.${one}`)}
              </Tab>
            ))}
          </TabList>
          <TabPanel id={view} className="tab-panel sharing-panel">
            {view === 'reported' ? null : <SharingFilters key={view} view={view} />}
            {selected.size > 0 ? (
              <LinkActs
                store={store}
                links={linkRows.filter((row) => selected.has(row.id))}
                isDeciding={view === 'approvals'}
                onDone={() => setSelected(new Set())}
              />
            ) : null}
            {view === 'links' || view === 'approvals' ? (
              <Listed answer={linkAnswer} view={view} count={linkRows.length} store={store}>
                <LinkTable
                  rows={linkRows}
                  view={view}
                  words={links}
                  selected={selected}
                  onSelect={mayGovern ? setSelected : null}
                />
              </Listed>
            ) : null}
            {view === 'collecting' ? (
              <Listed answer={store.collecting} view={view} count={collects.length} store={store}>
                <CollectingTable rows={collects} words={collect} />
              </Listed>
            ) : null}
            {view === 'reported' ? (
              <Listed answer={store.reported} view={view} count={reports.length} store={store}>
                <ReportTable rows={reports} words={links} />
              </Listed>
            ) : null}
            {total === undefined ? null : <Pages total={total} page={readSharingPage(query)} size={SHARING_PAGE} />}
          </TabPanel>
        </Tabs>
      </div>
      {id !== null && view !== 'collecting' ? (
        <LinkPane key={id} id={id} store={store} words={links} onStep={step} />
      ) : null}
      {view === 'collecting' && chosen ? (
        <CollectingPane key={chosen.id} link={chosen} store={store} words={collect} onStep={step} />
      ) : null}
    </div>
  )
})

interface ListedProps {
  answer: Answer<object>
  view: SharingView
  count: number
  store: SharingStore
  children: React.ReactNode
}

/** A list, or why there is none. */
const Listed = observer(function Listed({ answer, view, count, store, children }: ListedProps) {
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const { view: _view, page: _page, ...filters } = address.query
  if (answer.phase === 'failed') return <NotLoaded answer={answer} onRetry={() => void store.ask()} />
  if (!answer.value) return <Waiting />
  if (count > 0) return <>{children}</>
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Nothing title={t(`admin.sharing.none.${view}`)} text={isFiltered ? t('admin.sharing.noneText') : undefined}>
      {isFiltered ? (
        <Btn
          tone="weak"
          label={t('admin.action.clearFilters')}
          onPress={() => address.open('sharing', { query: view === 'links' ? {} : { view } })}
        />
      ) : null}
    </Nothing>
  )
})
