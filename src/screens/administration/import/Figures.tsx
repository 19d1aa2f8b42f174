import { useWords } from '@/components/ui/context'
import type { ImportReport } from '@/contract/administration/import'

/** departments and groups that are named; the others are counted */
const NAMED = 5

/** How many people a file adds and changes. */
export function Figures({ report }: { report: ImportReport }) {
  const t = useWords<'admin'>()
  const places = [...report.departments, ...report.groups]
  const named = places.slice(0, NAMED).join(', ')
  return (
    <div className="figures" role="list" aria-label={t('admin.import.figures.label')}>
      <Figure name={t('admin.import.figures.new')} value={report.new_count} />
      <Figure name={t('admin.import.figures.changed')} value={report.changed_count} />
      <Figure name={t('admin.import.figures.unchanged')} value={report.unchanged_count} />
      <Figure
        name={t('admin.import.figures.places')}
        value={places.length}
        text={places.length > NAMED ? t('admin.import.more', { names: named, n: places.length - NAMED }) : named}
      />
      <Figure
        name={t('admin.import.figures.faulty')}
        value={report.faulty_line_count}
        tone={report.faulty_line_count > 0 ? 'text-bad' : undefined}
      />
    </div>
  )
}

function Figure({ name, value, text, tone }: { name: string; value: number; text?: string; tone?: string }) {
  return (
    <div role="listitem">
      <div className="figure">
        <div className="figure-body">
          {name}
          <b className={tone}>{value}</b>
          {text ? <small>{text}</small> : null}
        </div>
      </div>
    </div>
  )
}
