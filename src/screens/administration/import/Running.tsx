import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { useWords } from '@/components/ui/context'
import type { ImportReport } from '@/contract/administration/import'
import type { ImportStore } from '@/stores/administration/ImportStore'

/** ms between two questions how far the import is */
const INTERVAL = 1000

/** How far a running import is. */
export const Running = observer(function Running({ store, report }: { store: ImportStore; report: ImportReport }) {
  const t = useWords<'admin'>()
  useEffect(() => {
    const timer = setInterval(() => void store.follow(), INTERVAL)
    return () => clearInterval(timer)
  }, [store])
  const total = report.new_count + report.changed_count
  const label = t('admin.import.running', { name: report.file_name })
  return (
    <section className="form-card form-narrow" aria-label={label}>
      <ProgressBar className="import-progress" aria-label={label} value={store.written} maxValue={Math.max(1, total)}>
        {({ percentage = 0 }) => (
          <>
            <span>{label}</span>
            <span className="quiet">{t('admin.import.written', { n: store.written, total })}</span>
            <span className="bar" aria-hidden>
              <i className="bar-blue" style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </ProgressBar>
      <p className="quiet">{t('admin.import.leave')}</p>
    </section>
  )
})
