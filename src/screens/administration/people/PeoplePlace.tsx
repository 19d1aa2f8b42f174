import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { SignInLink } from '@/contract/administration/entities'
import { useApp } from '@/screens/app/AppContext'
import { PeopleStore, readPage, readQuestion } from '@/stores/administration/PeopleStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { Nothing } from '../controls/Marks'
import { saveText } from '../controls/saveText'
import { PlaceHead } from '../frame/PlaceHead'
import { NotLoaded, Waiting } from '../frame/Waiting'
import { useLater } from '../useLater'
import { Pages } from './Pages'
import { PeopleFilters } from './PeopleFilters'
import { PeopleTable } from './PeopleTable'
import './people.scss'

/** The people of the organisation: searched, filtered, sorted, in pages; beside the list the chosen person (ADM-02 to ADM-06). */
export const PeoplePlace = observer(function PeoplePlace() {
  const { api, feedback } = useApp()
  const { address, directory, mayManage } = useConsole()
  const later = useLater()
  const t = useWords<'admin'>()
  const [store] = useState(() => new PeopleStore(api, address.query))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const [link, setLink] = useState<{ userId: number; name: string; link: SignInLink } | null>(null)
  const { query, id } = address
  const isFiltered = Object.keys(readQuestion(query)).some((name) => !name.startsWith('sort_'))
  useEffect(() => void directory.load(), [directory])
  useEffect(() => {
    setSelected(new Set())
    void store.ask(query)
  }, [store, query])

  async function save() {
    const file = await store.export()
    if (!file) return
    saveText(file.name, file.content)
    feedback.toast({ text: t('admin.people.exported', { n: store.total }) })
  }

  function step(by: 1 | -1) {
    const at = store.rows.findIndex((row) => row.id === id)
    const next = store.rows[at + by]
    if (next) address.choose(next.id)
  }

  const { list, rows } = store
  return (
    <div className={classes('place', 'place-split', id !== null && 'with-pane')}>
      <div className="place-list">
        <PlaceHead
          title={t('admin.places.people')}
          text={list.value ? t('admin.people.count', { n: store.total }) : undefined}
        >
          <Btn icon="download" label={t('admin.action.export')} onPress={() => void save()} />
          {mayManage ? (
            <Btn icon="user-plus" label={t('admin.places.import')} onPress={() => address.open('import')} />
          ) : null}
          {mayManage ? (
            <Btn tone="primary" icon="plus" label={t('admin.people.add')} onPress={() => setAdding(true)} />
          ) : null}
        </PlaceHead>
        <PeopleFilters />
        {later && selected.size > 0 ? (
          <later.BulkBar
            store={store}
            people={rows.filter((row) => selected.has(row.id))}
            onDone={() => setSelected(new Set())}
          />
        ) : null}
        {list.phase === 'failed' ? <NotLoaded answer={list} onRetry={() => void store.ask()} /> : null}
        {list.phase === 'loading' && !list.value ? <Waiting /> : null}
        {list.phase !== 'failed' && list.value && rows.length === 0 ? (
          <Nothing
            title={t(isFiltered ? 'admin.people.none' : 'admin.people.empty')}
            text={t(isFiltered ? 'admin.people.noneText' : 'admin.people.emptyText')}
          >
            {isFiltered ? (
              <Btn tone="weak" label={t('admin.action.clearFilters')} onPress={() => address.open('people')} />
            ) : null}
          </Nothing>
        ) : null}
        {list.phase !== 'failed' && rows.length > 0 ? (
          <>
            <PeopleTable rows={rows} selected={selected} onSelect={setSelected} />
            <Pages total={store.total} page={readPage(query)} />
          </>
        ) : null}
      </div>
      {later && id !== null ? (
        <later.PersonPane
          key={id}
          id={id}
          onChange={() => void store.ask()}
          onLink={(name, made) => setLink({ userId: id, name, link: made })}
          onStep={step}
        />
      ) : null}
      {!later && id !== null ? (
        <div className="pane">
          <Waiting />
        </div>
      ) : null}
      {later && isAdding ? (
        <later.AddPerson
          store={store}
          onClose={() => setAdding(false)}
          onAdded={(person) => {
            setAdding(false)
            setLink(person)
            void store.ask()
          }}
        />
      ) : null}
      {later && link ? <later.LinkWindow {...link} onClose={() => setLink(null)} /> : null}
    </div>
  )
})
