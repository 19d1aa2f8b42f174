import { useWords } from '@/components/ui/context'
import type { DirectoryRun } from '@/contract/administration/directories'
import { SYNC_COUNTS } from '@/domain/directories/counts'

/** What a run would change, or has changed, and the people whom it leaves as they are. */
export function RunReport({ run: { reason_text: reason, report } }: { run: DirectoryRun }) {
  const t = useWords<'admin'>()
  return (
    <div className="directory-report">
      {reason === '' ? null : <p className="text-amber">{reason}</p>}
      {report ? (
        <>
          <dl>
            {SYNC_COUNTS.filter((name) => name === 'people' || report[name] > 0).map((name) => (
              <div key={name}>
                <dt>{t(`admin.directories.counts.${name}`)}</dt>
                <dd>{report[name]}</dd>
              </div>
            ))}
          </dl>
          {report.faults.length > 0 ? (
            <>
              <h3>{t('admin.directories.faults')}</h3>
              <ul>
                {report.faults.map(({ login, name, reason: why }, at) => (
                  <li key={at}>{t('admin.directories.fault', { name: name || login, login, reason: why ?? '' })}</li>
                ))}
              </ul>
            </>
          ) : null}
          {report.changes.length > 0 ? (
            <>
              <h3>{t('admin.directories.changes')}</h3>
              <ul>
                {report.changes.map(({ kind, login, name, fields }, at) => (
                  <li key={at}>
                    {t(`admin.directories.change.${kind}`, { name, login })}
                    {fields.map(({ field, before, after }) => (
                      <small key={field}>
                        {t(`admin.directories.field.${field}`)}: {before || '–'} → {after || '–'}
                      </small>
                    ))}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
