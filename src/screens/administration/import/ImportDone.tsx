import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { ImportReport } from '@/contract/administration/import'
import type { Reply } from '@/contract/api'
import { csvOf } from '@/domain/administration/csv'
import type { ImportStore } from '@/stores/administration/ImportStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'
import { saveText } from '../controls/saveText'
import { useCopy } from '../controls/useCopy'
import { useMoment } from '../controls/useMoment'
import { Figures } from './Figures'
import { FaultTable } from './ImportTables'

interface Props {
  store: ImportStore
  report: ImportReport
}

/** What was imported, with the one-time links of the new people. */
export const ImportDone = observer(function ImportDone({ store, report }: Props) {
  const copyText = useCopy()
  const { address } = useConsole()
  const t = useWords<'admin'>()
  const moment = useMoment()
  const { links, isLinking } = store

  function rowsOf({ links: made }: Reply<'POST /admin/import/links'>) {
    const head = ['admin.people.columns.login', 'admin.people.columns.name', 'admin.import.fields.email'] as const
    return [
      [...head.map((key) => t(key)), t('admin.people.link.label')],
      ...made.map(({ login, name, email, url }) => [login, name, email, url]),
    ]
  }

  async function save() {
    const made = await store.makeLinks()
    if (made) saveText('one-time-links.csv', csvOf(rowsOf(made)))
  }

  async function copy() {
    const made = await store.makeLinks()
    if (!made) return
    const text = rowsOf(made)
      .slice(1)
      .map((row) => row.join('\t'))
      .join('\n')
    await copyText(text)
  }

  return (
    <>
      <section className="form-card import-file" aria-label={t('admin.import.done')}>
        <h2>{t('admin.import.done')}</h2>
        <p className="quiet">{report.file_name}</p>
      </section>
      <Figures report={report} />
      {report.new_count > 0 ? (
        <section className="form-card import-links" aria-label={t('admin.import.links.title')}>
          <h2>{t('admin.import.links.title')}</h2>
          <p>{t('admin.import.links.text', { n: report.new_count })}</p>
          {links ? (
            <p className="quiet">
              {t('admin.import.links.made', { n: links.links.length, time: moment(links.expires_at) })}
            </p>
          ) : null}
          <div className="import-acts">
            <Btn
              tone="primary"
              icon="download"
              label={t('admin.import.links.save')}
              isBusy={isLinking}
              onPress={() => void save()}
            />
            <Btn icon="copy" label={t('admin.import.links.copy')} isDisabled={isLinking} onPress={() => void copy()} />
          </div>
        </section>
      ) : null}
      {report.fault_count > 0 ? (
        <section className="form-card import-lists" aria-label={t('admin.import.skipped')}>
          <h2>{t('admin.import.skipped')}</h2>
          <FaultTable report={report} />
        </section>
      ) : null}
      <footer className="import-foot">
        <Btn label={t('admin.import.another')} onPress={() => store.chooseAnother()} />
        <Btn tone="weak" label={t('admin.import.toPeople')} onPress={() => address.open('people')} />
      </footer>
    </>
  )
})
