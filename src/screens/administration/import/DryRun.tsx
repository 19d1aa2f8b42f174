import { observer } from 'mobx-react'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { csvOf } from '@/domain/administration/csv'
import type { ImportReport } from '@/contract/administration/import'
import type { ImportStore } from '@/stores/administration/ImportStore'
import { Btn } from '../controls/Btn'
import { Toggle } from '../controls/Inputs'
import { saveText } from '../controls/saveText'
import { ChangeTable, FaultTable } from './ImportTables'
import { Figures } from './Figures'

interface Props {
  store: ImportStore
  report: ImportReport
}

/** namesakes of a department that are named */
const NAMED = 5

const lists = ['faults', 'new', 'changed'] as const

/** What a file would change, with every fault; the choice to import. */
export const DryRun = observer(function DryRun({ store, report }: Props) {
  const t = useWords<'admin'>()
  const counts = { faults: report.fault_count, new: report.new_count, changed: report.changed_count }
  const [list, setList] = useState<(typeof lists)[number]>(() => lists.find((each) => counts[each] > 0) ?? 'faults')
  const used = report.columns.filter(({ field }) => field !== null)
  const unused = report.columns.filter(({ field, heading }) => field === null && heading !== '')
  const good = report.new_count + report.changed_count
  const isFaulty = report.faulty_line_count > 0
  const isBusy = store.sending.isBusy

  function saveFaults() {
    const head = [
      t('admin.import.columns.line'),
      t('admin.people.columns.login'),
      t('admin.people.columns.name'),
      ...(['column', 'value', 'reason'] as const).map((column) => t(`admin.import.columns.${column}`)),
    ]
    const rows = report.faults.map(({ line, login, name, column, value, reason }) => [
      String(line),
      login,
      name,
      column,
      value,
      reason,
    ])
    saveText('import-faults.csv', csvOf([head, ...rows]))
  }

  return (
    <>
      <section className="form-card import-file" aria-label={t('admin.import.file')}>
        <b>{report.file_name}</b>
        <p className="quiet">
          {t('admin.import.lines', { n: report.line_count })}
          {' · '}
          {t('admin.import.used', { names: used.map(({ heading }) => heading).join(', ') })}
          {unused.length > 0
            ? ` · ${t('admin.import.unused', { names: unused.map(({ heading }) => heading).join(', ') })}`
            : ''}
        </p>
        {store.canCheckAgain ? (
          <Toggle
            label={t('admin.import.creates')}
            isOn={store.createsMissing}
            isDisabled={isBusy}
            onChange={(isOn) => void store.setCreatesMissing(isOn)}
          />
        ) : null}
      </section>
      <Figures report={report} />
      {report.namesakes.map(({ department, existing }) => (
        <p key={department} className="import-hint" role="note">
          {t('admin.import.namesake', { name: department, existing: existing.slice(0, NAMED).join(', ') })}
        </p>
      ))}
      <section className="form-card import-lists" aria-label={t('admin.import.details')}>
        <div className="import-tabs">
          {lists.map((each) => (
            <button
              key={each}
              type="button"
              className={classes('import-tab', each === list && 'import-tab-on')}
              aria-pressed={each === list}
              onClick={() => setList(each)}
            >
              {t(`admin.import.tabs.${each}`, { n: counts[each] })}
            </button>
          ))}
          {isFaulty ? (
            <Btn tone="quiet" icon="download" label={t('admin.import.saveFaults')} onPress={saveFaults} />
          ) : null}
        </div>
        {list === 'faults' ? <FaultTable report={report} /> : <ChangeTable report={report} isNew={list === 'new'} />}
      </section>
      <footer className="import-foot">
        <Btn label={t('admin.import.another')} isDisabled={isBusy} onPress={() => store.chooseAnother()} />
        {good === 0 ? (
          <span className="quiet">{t(isFaulty ? 'admin.import.allFaulty' : 'admin.import.nothing')}</span>
        ) : (
          <Btn
            tone="primary"
            label={t(isFaulty ? 'admin.import.runGood' : 'admin.import.run', { n: good })}
            isDisabled={isBusy}
            onPress={() => void store.run(isFaulty)}
          />
        )}
      </footer>
    </>
  )
})
