import { useWords } from '@/components/ui/context'
import type { ImportReport } from '@/contract/administration/import'

/** lines of a table on the screen; the file for saving has all of them */
const SHOWN = 200

/** Every fault with line, column and reason. */
export function FaultTable({ report }: { report: ImportReport }) {
  const t = useWords<'admin'>()
  if (report.faults.length === 0) return <p className="quiet">{t('admin.import.noFaults')}</p>
  return (
    <>
      <table className="import-table" aria-label={t('admin.import.tabs.faults', { n: report.fault_count })}>
        <thead>
          <tr>
            <th scope="col">{t('admin.import.columns.line')}</th>
            <th scope="col">{t('admin.people.columns.login')}</th>
            <th scope="col">{t('admin.people.columns.name')}</th>
            <th scope="col">{t('admin.import.columns.column')}</th>
            <th scope="col">{t('admin.import.columns.value')}</th>
            <th scope="col">{t('admin.import.columns.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {report.faults.slice(0, SHOWN).map((fault, at) => (
            <tr key={at}>
              <td>{fault.line}</td>
              <td>{fault.login}</td>
              <td>{fault.name}</td>
              <td>{fault.column}</td>
              <td>{fault.value ? <code>{fault.value}</code> : null}</td>
              <td className="text-bad">{fault.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.fault_count > SHOWN ? <p className="quiet">{t('admin.import.first', { n: SHOWN })}</p> : null}
    </>
  )
}

/** The new people, or the changed ones with what changes. */
export function ChangeTable({ report, isNew }: { report: ImportReport; isNew: boolean }) {
  const t = useWords<'admin'>()
  const rows = report.changes.filter((change) => change.is_new === isNew)
  const all = isNew ? report.new_count : report.changed_count
  if (rows.length === 0) return <p className="quiet">{t('admin.import.noneOfThese')}</p>
  return (
    <>
      <table className="import-table" aria-label={t(`admin.import.tabs.${isNew ? 'new' : 'changed'}`, { n: all })}>
        <thead>
          <tr>
            <th scope="col">{t('admin.import.columns.line')}</th>
            <th scope="col">{t('admin.people.columns.login')}</th>
            <th scope="col">{t('admin.people.columns.name')}</th>
            {isNew ? null : <th scope="col">{t('admin.import.columns.changes')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>{row.login}</td>
              <td>{row.name}</td>
              {isNew ? null : (
                <td>
                  {row.fields.map(({ field, before, after }) => (
                    <div key={field}>
                      {t(`admin.import.fields.${field}`)}: {before || '–'} → {after || '–'}
                    </div>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {all > rows.length ? <p className="quiet">{t('admin.import.first', { n: rows.length })}</p> : null}
    </>
  )
}
